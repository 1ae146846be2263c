/// What can be undone and redone, as bytes for the store; no other replica reads them.
///
/// A byte with the version of the form, then the entries of undo and of redo, the newest first, and
/// the identities that copies took over, as far as an entry names them.
extension History {
  private static let version: UInt8 = 1

  /// Encodes what can be undone and redone.
  ///
  /// - Parameters:
  ///   - limit: The most bytes of all entries together; the oldest are left out.
  ///   - id: A change of the replica's actor as late as all that the entries name.
  /// - Returns: The bytes; nil when there is nothing to undo or redo.
  func encoded(limit: Int, as id: ChangeID) -> [UInt8]? {
    let kept = newest(limit: limit, as: id)
    guard !kept.undo.isEmpty || !kept.redo.isEmpty else { return nil }
    var writer = ByteWriter()
    writer.write(byte: Self.version)
    for entries in [kept.undo, kept.redo] { writer.write(all: entries) { $0.write($1.bytes) } }
    let names = kept.undo.reduce(into: Set<TimeTicket>()) { $0.formUnion($1.entry.names) }
    let all = kept.redo.reduce(into: names) { $0.formUnion($1.entry.names) }
    let changed = all.filter { current($0) != $0 }.sorted()
    writer.write(all: changed) { writer, name in
      writer.write(name)
      writer.write(current(name))
    }
    return writer.bytes
  }

  private typealias Encoded = (entry: Entry, bytes: [UInt8])

  /// As many of the newest entries of both stacks as have room.
  private func newest(limit: Int, as id: ChangeID) -> (undo: [Encoded], redo: [Encoded]) {
    var stacks = [Array(undoable.reversed())[...], Array(redo.reversed())[...]]
    var kept: [[Encoded]] = [[], []]
    var room = limit
    while stacks.contains(where: { !$0.isEmpty }) {
      for number in stacks.indices {
        guard let entry = stacks[number].popFirst() else { continue }
        let bytes = entry.encoded(as: id)
        guard bytes.count <= room else {
          // Without this one those before it cannot be undone either.
          stacks[number] = []
          continue
        }
        room -= bytes.count
        kept[number].append((entry, bytes))
      }
    }
    return (kept[0], kept[1])
  }

  /// Takes what was stored in place of what there is; the depth stays.
  ///
  /// - Throws: `.damaged` for bytes that `encoded` did not write; nothing is changed then.
  mutating func take(_ bytes: [UInt8]) throws(DocumentsError) {
    var reader = ByteReader(bytes)
    guard try reader.byte() == Self.version else { throw .damaged("the version is unknown") }
    let undo = try reader.entries()
    let redo = try reader.entries()
    var renamed: [TimeTicket: TimeTicket] = [:]
    for _ in 0..<(try reader.count(ofSize: 6)) {
      let name = try reader.ticket()
      renamed[name] = try reader.ticket()
    }
    try reader.end()
    replace(undo: undo, redo: redo, renamed: renamed)
  }
}

extension History.Entry {
  /// The identities that the entry names.
  fileprivate var names: Set<TimeTicket> {
    var names: Set<TimeTicket> = []
    for step in steps {
      _ = step.operation.stamped(at: .initial) { name in
        names.insert(name)
        return name
      }
      names.formUnion(step.copied)
    }
    return names
  }

  /// The steps as a change, whose time no step keeps, then what a change cannot say.
  fileprivate func encoded(as id: ChangeID) -> [UInt8] {
    var writer = ByteWriter()
    writer.write(
      Change(id: id, message: nil, operations: steps.map(\.operation), presence: nil))
    for step in steps { writer.write(all: step.copied) { $0.write($1) } }
    writer.write(all: presence.sorted { $0.key < $1.key }) { writer, former in
      writer.write(former.key)
      writer.write(former.value) { $0.write($1) }
    }
    return writer.bytes
  }

  fileprivate init(decoding bytes: [UInt8]) throws(DocumentsError) {
    var reader = ByteReader(bytes)
    let operations = try reader.change().operations
    steps = []
    for operation in operations {
      let copied = try reader.all(ofSize: 3) { reader throws(DocumentsError) in
        try reader.ticket()
      }
      steps.append(History.Step(operation: operation, copied: copied))
    }
    presence = [:]
    for _ in 0..<(try reader.count(ofSize: 2)) {
      let key = try reader.string()
      presence[key] = .some(
        try reader.optional { reader throws(DocumentsError) in try reader.string() })
    }
    try reader.end()
  }
}

extension ByteReader {
  /// Entries that are written the newest first.
  fileprivate mutating func entries() throws(DocumentsError) -> [History.Entry] {
    var entries: [History.Entry] = []
    for _ in 0..<(try count()) { entries.append(try History.Entry(decoding: try raw())) }
    return entries.reversed()
  }
}
