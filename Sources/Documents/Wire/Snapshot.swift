/// A whole document as bytes: its elements, deleted ones too, its presences and what it has seen.
///
/// Deleted things keep their identities, so that a replica that starts from here places the changes
/// of others as all do; content that was purged is not there.
struct Snapshot: Sendable {
  var root: Root
  var presences: [ActorID: [String: String]]
  var versionVector: VersionVector
  /// The latest lamport time of actors that the vector has no more; 0 where it has the latest.
  ///
  /// The tickets of a replica that starts from here are later than all that are here: else an edit
  /// would lose against an earlier one that it knows.
  var departedLamport: Int64

  /// The first byte: the version of the form.
  static let version: UInt8 = 3
  /// The first byte where the time of departed actors follows the vector.
  static let versionWithDeparted: UInt8 = 4
  /// The first byte where, besides, objects have the times of keys that nothing holds any more.
  static let versionWithPurgedKeys: UInt8 = 5

  init(
    root: Root, presences: [ActorID: [String: String]], versionVector: VersionVector,
    departedLamport: Int64 = 0
  ) {
    self.root = root
    self.presences = presences
    self.versionVector = versionVector
    self.departedLamport =
      departedLamport > versionVector.maximumLamport ? departedLamport : 0
  }

  func encoded() -> [UInt8] {
    var writer = ByteWriter()
    writer.writesPurgedKeys = root.objects.contains { !$0.purgedKeys.isEmpty }
    let version =
      writer.writesPurgedKeys
      ? Self.versionWithPurgedKeys : departedLamport > 0 ? Self.versionWithDeparted : Self.version
    writer.write(byte: version)
    writer.write(versionVector)
    if version > Self.version { writer.write(UInt64(departedLamport)) }
    writer.write(all: presences.sorted { $0.key < $1.key }) { writer, entry in
      writer.write(entry.key)
      writer.write(entry.value)
    }
    writer.write(root, node: 0)
    return writer.bytes
  }

  /// - Throws: `.damaged` for bytes that `encoded` did not write, in this or an older version.
  init(decoding bytes: [UInt8], isLazy: Bool = false) throws(DocumentsError) {
    var reader = ByteReader(bytes)
    reader.isLazy = isLazy
    let version = try reader.byte()
    guard (Self.version...Self.versionWithPurgedKeys).contains(version) else {
      throw .damaged("the version is unknown")
    }
    reader.readsPurgedKeys = version == Self.versionWithPurgedKeys
    versionVector = try reader.vector()
    if version > Self.version { reader.note(try reader.time()) }
    presences = [:]
    for _ in 0..<(try reader.count(ofSize: 2)) {
      let actor = try reader.actor()
      presences[actor] = try reader.strings()
    }
    root = Root()
    departedLamport = 0
    try reader.content(of: 0, into: &root, depth: 0)
    try reader.end()
    if reader.latest > versionVector.maximumLamport { departedLamport = reader.latest }
  }
}

extension ByteWriter {
  /// Writes the content of an element and, recursively, its parts.
  fileprivate mutating func write(_ root: Root, node: Int) {
    switch root.nodes[node].content {
    case .primitive(let value):
      write(byte: 0)
      write(value)
    case .counter(let value):
      write(byte: 1)
      write(value)
    case .text(let place):
      write(byte: 2)
      write(root.texts[place])
    case .object(let place):
      write(byte: 3)
      write(root, object: root.objects[place])
    case .array(let place):
      write(byte: 4)
      write(root, array: root.arrays[place])
    }
  }

  private mutating func write(_ root: Root, element: Int) {
    write(root.nodes[element].createdAt)
    write(root.nodes[element].movedAt) { $0.write($1) }
    write(root.nodes[element].removedAt) { $0.write($1) }
    write(root, node: element)
  }

  private mutating func write(_ root: Root, object: ObjectState) {
    let elements = object.elements.sorted { root.nodes[$0].createdAt < root.nodes[$1].createdAt }
    var numbers: [Int: Int] = [:]
    for (number, element) in elements.enumerated() { numbers[element] = number }
    write(all: elements) { $0.write(root, element: $1) }
    write(all: object.members.sorted { $0.key < $1.key }) { writer, member in
      writer.write(member.key)
      writer.write(numbers[member.value] ?? 0)
    }
    guard writesPurgedKeys else { return }
    write(all: object.purgedKeys.sorted { $0.key < $1.key }) { writer, entry in
      writer.write(entry.key)
      writer.write(entry.value)
    }
  }

  private mutating func write(_ root: Root, array: ArrayState) {
    let ordered = array.ordered
    var ranks: [Int: Int] = [:]
    for (rank, slot) in ordered.enumerated() { ranks[slot] = rank }
    let elements = array.entries.keys.sorted {
      root.nodes[$0].createdAt < root.nodes[$1].createdAt
    }
    var numbers: [Int: Int] = [:]
    for (number, element) in elements.enumerated() { numbers[element] = number }
    write(all: elements) { $0.write(root, element: $1) }
    write(all: ordered) { writer, slot in
      let replacement = array.replacements[slot]
      writer.write(array.slots[slot].createdAt)
      writer.write(array.leftSlots[slot]) { $0.write($1) }
      writer.write(replacement?.at) { $0.write($1) }
      writer.write(replacement?.element.flatMap { numbers[$0] }) { $0.write($1) }
    }
    for element in elements {
      guard let entry = array.entries[element] else { continue }
      write(ranks[entry.slot] ?? 0)
      write(ranks[entry.original] ?? 0)
      write(array.movedAt[element]) { $0.write($1) }
    }
  }
}

extension ByteReader {
  fileprivate mutating func content(
    of node: Int, into root: inout Root, depth: Int
  ) throws(DocumentsError) {
    guard depth <= ElementValue.maximumDepth else { throw .damaged(DocumentsError.tooDeep.detail) }
    let kind = try byte()
    guard node > 0 || kind == 3 else { throw .damaged("the root is not an object") }
    switch kind {
    case 0: root.nodes[node].content = .primitive(try primitive())
    case 1: root.nodes[node].content = .counter(try counter())
    case 2:
      root.texts.append(try text())
      root.nodes[node].content = .text(root.texts.count - 1)
      root.touchedTexts.insert(root.texts.count - 1)
    case 3: try object(of: node, into: &root, depth: depth)
    case 4: try array(of: node, into: &root, depth: depth)
    default: throw .damaged("a kind of element is unknown")
    }
  }

  /// Reads an element into the arena and returns its handle.
  private mutating func element(
    in parent: Int, into root: inout Root, depth: Int
  ) throws(DocumentsError) -> Int {
    let createdAt = try ticket()
    let handle = root.nodes.count
    guard root.handles.updateValue(handle, forKey: createdAt) == nil else {
      throw .damaged("an identity is used twice")
    }
    root.nodes.append(Root.Node(createdAt: createdAt, parent: parent, content: .primitive(.null)))
    root.nodes[handle].movedAt = try optional { reader throws(DocumentsError) in
      try reader.ticket()
    }
    root.nodes[handle].removedAt = try optional { reader throws(DocumentsError) in
      try reader.ticket()
    }
    if root.nodes[handle].removedAt != nil { root.removed.insert(handle) }
    try content(of: handle, into: &root, depth: depth + 1)
    return handle
  }

  private mutating func object(
    of node: Int, into root: inout Root, depth: Int
  ) throws(DocumentsError) {
    if node > 0 { root.objects.append(ObjectState()) }
    let place = node == 0 ? 0 : root.objects.count - 1
    root.nodes[node].content = .object(place)
    var elements: [Int] = []
    for _ in 0..<(try count(ofSize: 6)) {
      let element = try element(in: node, into: &root, depth: depth)
      elements.append(element)
      root.objects[place].addElement(element)
    }
    for _ in 0..<(try count(ofSize: 2)) {
      let key = try string()
      let number = try small()
      guard number < elements.count, root.objects[place].members[key] == nil,
        root.objects[place].key(of: elements[number]) == nil
      else { throw .damaged("a member is unknown, or there twice") }
      root.objects[place].setMember(key, to: elements[number])
    }
    guard readsPurgedKeys else { return }
    for _ in 0..<(try count(ofSize: 4)) {
      let key = try string()
      guard root.objects[place].members[key] == nil else { throw .damaged("a purged key is held") }
      root.objects[place].setPurged(key, at: try ticket())
    }
  }

  private mutating func array(
    of node: Int, into root: inout Root, depth: Int
  ) throws(DocumentsError) {
    let place = root.arrays.count
    root.arrays.append(ArrayState())
    root.nodes[node].content = .array(place)
    var elements: [Int] = []
    for _ in 0..<(try count(ofSize: 6)) {
      elements.append(try element(in: node, into: &root, depth: depth))
    }
    for _ in 0..<(try count(ofSize: 6)) {
      let createdAt = try ticket()
      guard root.arrays[place].slotNumbers[createdAt] == nil else {
        throw .damaged("a place is used twice")
      }
      let leftAt = try optional { reader throws(DocumentsError) in try reader.ticket() }
      let replacedAt = try optional { reader throws(DocumentsError) in try reader.ticket() }
      let replacement = try optional { reader throws(DocumentsError) in try reader.small() }
      guard replacement.map({ $0 < elements.count }) ?? true else {
        throw .damaged("a replacement is unknown")
      }
      let slot = root.arrays[place].appendSlot(createdAt)
      if let leftAt { root.arrays[place].leave(slot, at: leftAt) }
      root.arrays[place].setReplacement(
        ArrayState.Replacement(at: replacedAt, element: replacement.map { elements[$0] }),
        of: slot)
    }
    for element in elements {
      let slot = try small()
      let original = try small()
      let movedAt = try optional { reader throws(DocumentsError) in try reader.ticket() }
      let isLive = root.nodes[element].removedAt == nil
      guard max(slot, original) < root.arrays[place].slots.count,
        root.arrays[place].occupy(slot, by: element, isLive: isLive)
      else { throw .damaged("an element has no place") }
      root.arrays[place].place(
        element, ArrayState.Entry(slot: slot, original: original), movedAt: movedAt)
    }
  }
}
