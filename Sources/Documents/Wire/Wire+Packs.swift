extension ChangePack {
  /// The first byte of the form.
  static let version: UInt8 = 3

  /// The pack as bytes, the same in a store and on the wire.
  public func encoded() -> [UInt8] {
    var writer = ByteWriter(expecting: 96)
    writer.write(byte: Self.version)
    writer.write(documentKey)
    writer.write(signed: checkpoint.serverSequence)
    writer.write(UInt64(checkpoint.clientSequence))
    writer.write(byte: isRemoved ? 1 : 0)
    writer.write(versionVector)
    writer.write(snapshot) { $0.write($1) }
    writer.write(changeList.count)
    for change in changeList { writer.write(change) }
    return writer.bytes
  }

  /// A pack from its bytes, which keeps them; it holds at most 64 bytes for each of them, and 4
  /// KiB.
  ///
  /// - Throws: ``DocumentsError`` `isDamage` for any other bytes.
  public init(decoding bytes: [UInt8]) throws(DocumentsError) {
    var reader = ByteReader(bytes)
    guard try reader.byte() == Self.version else { throw .damaged("the version is unknown") }
    let key = try reader.string()
    let serverSequence = try reader.signed()
    let clientSequence = UInt32(try reader.small())
    let mark = try reader.byte()
    guard mark < 2, serverSequence >= 0 else { throw .damaged("a mark is unknown") }
    let vector = try reader.vector()
    let snapshot = try reader.optional { reader throws(DocumentsError) in try reader.raw() }
    let changes = try ChangeList(checking: &reader)
    try reader.end()
    self.init(
      documentKey: key,
      checkpoint: Checkpoint(serverSequence: serverSequence, clientSequence: clientSequence),
      snapshot: snapshot, versionVector: vector, isRemoved: mark == 1)
    changeList = changes
  }
}
