extension ChangePack {
  /// The first byte of the form.
  static let version: UInt8 = 1

  /// The pack as bytes, the same in a store and on the wire.
  public func encoded() -> [UInt8] {
    var writer = ByteWriter()
    writer.write(byte: Self.version)
    writer.write(documentKey)
    writer.write(signed: checkpoint.serverSequence)
    writer.write(UInt64(checkpoint.clientSequence))
    writer.write(byte: isRemoved ? 1 : 0)
    writer.write(versionVector)
    writer.write(snapshot) { $0.write($1) }
    writer.write(all: changes) { $0.write($1) }
    return writer.bytes
  }

  /// A pack from its bytes.
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
    let changes = try reader.all(ofSize: 6) { reader throws(DocumentsError) in
      try reader.change()
    }
    try reader.end()
    self.init(
      documentKey: key,
      checkpoint: Checkpoint(serverSequence: serverSequence, clientSequence: clientSequence),
      changes: changes, snapshot: snapshot, versionVector: vector, isRemoved: mark == 1)
  }
}

extension ByteWriter {
  mutating func write(_ change: Change) {
    write(change.id.actor)
    write(UInt64(change.id.clientSequence))
    write(signed: change.id.serverSequence)
    write(signed: change.id.lamport)
    write(vectorOf: change.id)
    write(change.message) { $0.write($1) }
    switch change.presence {
    case nil: write(byte: 0)
    case .clear: write(byte: 1)
    case .put(let values):
      write(byte: 2)
      write(values)
    }
    write(all: change.operations) { $0.write($1) }
  }

  /// Many changes of a pack know the same of others; the second and later say so in a byte.
  private mutating func write(vectorOf id: ChangeID) {
    let others = id.others
    if others == lastVector {
      write(byte: 0)
    } else {
      write(byte: 1)
      write(others)
      lastVector = others
    }
  }

  mutating func write(_ reference: CharacterReference) {
    write(reference.createdAt)
    write(reference.offset)
  }

  mutating func write(_ reach: TextReach) {
    write(reach.createdAt)
    write(reach.offset)
    write(reach.count)
  }

  mutating func write(_ identity: TextIdentity) {
    write(identity.createdAt)
    write(identity.offset)
    write(identity.content)
    write(identity.attributes)
  }

  mutating func write(_ operation: Operation) {
    switch operation {
    case .set(let object, let key, let value, let at):
      write(byte: 0)
      write(at)
      write(object)
      write(key)
      write(value)
    case .add(let array, let after, let value, let at):
      write(byte: 1)
      write(at)
      write(array)
      write(after)
      write(value)
    case .move(let array, let element, let after, let at):
      write(byte: 2)
      write(at)
      write(array)
      write(element)
      write(after)
    case .replace(let array, let element, let value, let at):
      write(byte: 3)
      write(at)
      write(array)
      write(element)
      write(value)
    case .remove(let parent, let element, let at):
      write(byte: 4)
      write(at)
      write(parent)
      write(element)
    case .increase(let counter, let operand, let at):
      write(byte: 5)
      write(at)
      write(counter)
      switch operand {
      case .whole(let value): write(tag: 0) { $0.write(signed: value) }
      case .fraction(let value): write(tag: 1) { $0.write(value.bitPattern) }
      }
    default: writeText(operation)
    }
  }

  private mutating func writeText(_ operation: Operation) {
    switch operation {
    case .edit(let text, let edit, let at):
      write(byte: 6)
      write(at)
      write(text)
      write(edit.left) { $0.write($1) }
      write(edit.right) { $0.write($1) }
      write(all: edit.removed) { $0.write($1) }
      write(edit.content)
      write(edit.attributes ?? [:])
    case .style(let text, let reaches, let values, let at):
      write(byte: 7)
      write(at)
      write(text)
      write(all: reaches) { $0.write($1) }
      write(all: values.sorted { $0.key < $1.key }) { writer, entry in
        writer.write(entry.key)
        writer.write(entry.value) { $0.write($1) }
      }
    case .restore(let text, let restored, let deleted, let at):
      write(byte: 8)
      write(at)
      write(text)
      write(all: restored) { $0.write($1) }
      write(all: deleted) { $0.write($1) }
    default: break
    }
  }
}

extension ByteReader {
  mutating func change() throws(DocumentsError) -> Change {
    let actor = try actor()
    let clientSequence = UInt32(try small())
    let serverSequence = try signed()
    let lamport = try signed()
    guard serverSequence >= 0, lamport >= 0, lamport < Int64.max / 2 else {
      throw .damaged("a time is out of range")
    }
    switch try byte() {
    case 0: break
    case 1: lastVector = try vector()
    default: throw .damaged("a mark is unknown")
    }
    let message = try optional { reader throws(DocumentsError) in try reader.string() }
    let presence: Change.PresenceChange?
    switch try byte() {
    case 0: presence = nil
    case 1: presence = .clear
    case 2: presence = .put(try strings())
    default: throw .damaged("a kind of presence is unknown")
    }
    let operations = try all(ofSize: 7) { reader throws(DocumentsError) in
      try reader.operation()
    }
    guard operations.isEmpty || lamport > 0 else { throw .damaged("a change has no time") }
    return Change(
      id: ChangeID(
        clientSequence: clientSequence, serverSequence: serverSequence, lamport: lamport,
        actor: actor, others: lastVector),
      message: message, operations: operations, presence: presence)
  }

  private mutating func reference() throws(DocumentsError) -> CharacterReference {
    CharacterReference(createdAt: try ticket(), offset: try small())
  }

  private mutating func reaches() throws(DocumentsError) -> [TextReach] {
    try all(ofSize: 5) { reader throws(DocumentsError) in
      TextReach(
        createdAt: try reader.ticket(), offset: try reader.small(), count: try reader.small())
    }
  }

  private mutating func identities() throws(DocumentsError) -> [TextIdentity] {
    try all(ofSize: 6) { reader throws(DocumentsError) in
      TextIdentity(
        createdAt: try reader.ticket(), offset: try reader.small(), content: try reader.string(),
        attributes: try reader.strings())
    }
  }

  private mutating func operation() throws(DocumentsError) -> Operation {
    let kind = try byte()
    let at = try ticket()
    let target = try ticket()
    switch kind {
    case 0: return .set(object: target, key: try string(), value: try element(), at: at)
    case 1: return .add(array: target, after: try ticket(), value: try element(), at: at)
    case 2:
      return .move(array: target, element: try ticket(), after: try ticket(), at: at)
    case 3: return .replace(array: target, element: try ticket(), value: try element(), at: at)
    case 4: return .remove(parent: target, element: try ticket(), at: at)
    case 5:
      switch try byte() {
      case 0: return .increase(counter: target, by: .whole(try signed()), at: at)
      case 1:
        return .increase(
          counter: target, by: .fraction(Double(bitPattern: try unsigned())), at: at)
      default: throw .damaged("a kind of operand is unknown")
      }
    case 6:
      let left = try optional { reader throws(DocumentsError) in try reader.reference() }
      let right = try optional { reader throws(DocumentsError) in try reader.reference() }
      let removed = try reaches()
      let content = try string()
      let attributes = try strings()
      let edit = TextEdit(
        left: left, right: right, removed: removed, content: content,
        attributes: attributes.isEmpty ? nil : attributes)
      return .edit(text: target, edit, at: at)
    case 7:
      let reaches = try reaches()
      var values: [String: String?] = [:]
      for _ in 0..<(try count(ofSize: 2)) {
        let key = try string()
        values[key] = .some(
          try optional { reader throws(DocumentsError) in try reader.string() })
      }
      return .style(text: target, reaches: reaches, values: values, at: at)
    case 8:
      let restored = try identities()
      return .restore(text: target, restored: restored, deleted: try identities(), at: at)
    default: throw .damaged("a kind of operation is unknown")
    }
  }
}
