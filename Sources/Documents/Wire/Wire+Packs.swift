extension ChangePack {
  /// The first byte of the form.
  static let version: UInt8 = 3
  /// The first byte where zeros follow the changes.
  static let versionWithFilling: UInt8 = 4

  /// How much elements may count in a pack of any length, in bytes: some 1,600 values.
  static let freeWeight = 16 << 10

  /// The pack as bytes, the same in a store and on the wire.
  ///
  /// Elements can be written in far fewer bytes than they take in a replica. A pack with many of
  /// them ends with zeros, so that the length of a stranger's pack bounds the memory that it takes:
  /// a value counts 10 bytes, an object 16, an array 30, a text 48, and 16 KiB of them are free.
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
    let least = writer.weight - Self.freeWeight
    var bytes = writer.take()
    if bytes.count < least {
      bytes[0] = Self.versionWithFilling
      bytes += [UInt8](repeating: 0, count: least - bytes.count)
    }
    return bytes
  }

  /// A pack from its bytes, which keeps them.
  ///
  /// For each byte the pack holds at most 64 bytes of memory, and 4 KiB more; a replica that
  /// applies it takes as much again, and 1 MiB more.
  ///
  /// - Throws: ``DocumentsError`` `isDamage` for any other bytes.
  public init(decoding bytes: [UInt8]) throws(DocumentsError) {
    var reader = ByteReader(bytes)
    let version = try reader.byte()
    guard version == Self.version || version == Self.versionWithFilling else {
      throw .damaged("the version is unknown")
    }
    let key = try reader.string()
    let serverSequence = try reader.signed()
    let clientSequence = UInt32(try reader.small())
    let mark = try reader.byte()
    guard mark < 2, serverSequence >= 0 else { throw .damaged("a mark is unknown") }
    let vector = try reader.vector()
    let snapshot = try reader.optional { reader throws(DocumentsError) in try reader.raw() }
    let changes = try ChangeList(checking: &reader)
    if version == Self.versionWithFilling { try reader.filling() }
    try reader.end()
    guard reader.weight - Self.freeWeight <= bytes.count else {
      throw .damaged("its elements count \(reader.weight) bytes and it has \(bytes.count)")
    }
    self.init(
      documentKey: key,
      checkpoint: Checkpoint(serverSequence: serverSequence, clientSequence: clientSequence),
      snapshot: snapshot, versionVector: vector, isRemoved: mark == 1)
    changeList = changes
  }
}
