extension VersionVector {
  /// The vector as bytes, for a store.
  public func encoded() -> [UInt8] {
    var writer = ByteWriter()
    writer.write(self)
    return writer.bytes
  }

  /// A vector from its bytes; that of nobody from none.
  ///
  /// - Throws: ``DocumentsError`` `isDamage` for any other bytes.
  public init(decoding bytes: [UInt8]) throws(DocumentsError) {
    self.init()
    guard !bytes.isEmpty else { return }
    var reader = ByteReader(bytes)
    self = try reader.vector()
    try reader.end()
  }
}
