/// All elements of a document, live and deleted, in an arena of integer handles.
///
/// A value with copy on write. Handle 0 is the root object.
struct Root: Sendable {
  enum Content: Sendable {
    case primitive(Primitive)
    case counter(CounterValue)
    /// Place in `objects`.
    case object(Int)
    /// Place in `arrays`.
    case array(Int)
    /// Place in `texts`.
    case text(Int)
  }

  struct Node: Sendable {
    let createdAt: TimeTicket
    /// When the element came to its key; nil while it is where it was created.
    var movedAt: TimeTicket?
    var removedAt: TimeTicket?
    /// Handle of the object or array that holds it; -1 for the root.
    let parent: Int
    var content: Content

    var positionedAt: TimeTicket { movedAt ?? createdAt }
  }

  var nodes: [Node]
  var handles: [TimeTicket: Int] = [.initial: 0]
  var objects = [ObjectState()]
  var arrays: [ArrayState] = []
  var texts: [TextState] = []
  /// Deleted elements that a purge has to look at, without their parts.
  var removed: Set<Int> = []
  /// Texts that may hold garbage.
  var touchedTexts = HandleSet()
  /// Reverses what the running transaction did to anything but text; nil outside of one.
  var journal: [@Sendable (inout Root) -> Void]?
  /// Texts that the running transaction changed.
  var journaledTexts: [Int] = []
  /// Arrays of which the running transaction keeps a copy.
  var journaledArrays: Set<Int> = []
  /// Handle of the text that was changed last, or 0.
  var recentText = 0
  /// The path that the last event of a text had, until elements change.
  var recentPath: (handle: Int, path: String)?
  /// Whether steps of texts are reported.
  var reportsSteps = true
  /// What a test wants to be done wrong.
  var fault: PlantedFault?

  init() {
    nodes = [Node(createdAt: .initial, parent: -1, content: .object(0))]
  }

  /// Takes the place of the elements while a transaction holds them, and after it has ended.
  static let vacant = Root()

  /// An empty document with the settings of another.
  init(like other: Root) {
    self.init()
    takeSettings(of: other)
  }

  mutating func takeSettings(of other: Root) {
    reportsSteps = other.reportsSteps
    fault = other.fault
  }

  /// The handle of an element, or nil if it is unknown or was purged.
  func handle(of ticket: TimeTicket) -> Int? { handles[ticket] }

  // Inlined, as elsewhere here, so that a look at one array does not copy all of the root.

  /// Whether an element and all that hold it are live.
  @inline(__always) func isLive(_ handle: Int) -> Bool {
    var handle = handle
    while handle > 0 {
      if nodes[handle].removedAt != nil { return false }
      handle = nodes[handle].parent
    }
    return handle == 0
  }

  @inline(__always) func object(at handle: Int) -> Int? {
    if case .object(let place) = nodes[handle].content { place } else { nil }
  }

  @inline(__always) func array(at handle: Int) -> Int? {
    if case .array(let place) = nodes[handle].content { place } else { nil }
  }

  @inline(__always) func text(at handle: Int) -> Int? {
    if case .text(let place) = nodes[handle].content { place } else { nil }
  }

  /// The live member of an object.
  @inline(__always) func member(_ key: String, of object: Int) -> Int? {
    // Without a closure, which would hold a copy of all.
    guard let handle = objects[object].members[key], nodes[handle].removedAt == nil else {
      return nil
    }
    return handle
  }

  /// The live keys of an object, ascending by their UTF-8 bytes.
  func keys(of object: Int) -> [String] {
    objects[object].members.filter { nodes[$0.value].removedAt == nil }.keys.sorted()
  }

  /// The elements directly inside one, deleted ones included.
  func children(of handle: Int) -> [Int] {
    switch nodes[handle].content {
    case .object(let place): Array(objects[place].elements)
    case .array(let place): Array(arrays[place].entries.keys)
    case .primitive, .counter, .text: []
    }
  }

  // MARK: - Making

  /// Checks that the parts of a value would not be nested too deep; the same on all replicas.
  func checkDepth(
    of value: ElementValue, in parent: Int, isLocal: Bool
  ) throws(DocumentsError) {
    var (depth, handle) = (value.depth, parent)
    while handle > 0, depth <= ElementValue.maximumDepth {
      (depth, handle) = (depth + 1, nodes[handle].parent)
    }
    guard depth > ElementValue.maximumDepth else { return }
    throw isLocal ? .tooDeep : .damaged(DocumentsError.tooDeep.detail)
  }

  /// Puts an element with its parts into the arena, where nothing refers to it yet.
  ///
  /// - Returns: Its handle. `ticket` has moved past the tickets of the parts.
  /// - Throws: `.damaged` when a part has the identity of another element; a transaction that
  ///   rolls back takes the others out again.
  mutating func make(
    _ value: ElementValue, at createdAt: TimeTicket, in parent: Int, next ticket: inout TimeTicket
  ) throws(DocumentsError) -> Int {
    // One entry for all parts: a value may have hundreds of thousands.
    let former = (nodes.count, objects.count, arrays.count, texts.count)
    journal?.append { root in
      for node in root.nodes[former.0...] { root.handles[node.createdAt] = nil }
      root.nodes.removeLast(root.nodes.count - former.0)
      root.objects.removeLast(root.objects.count - former.1)
      root.arrays.removeLast(root.arrays.count - former.2)
      root.texts.removeLast(root.texts.count - former.3)
    }
    return try makePart(value, at: createdAt, in: parent, next: &ticket)
  }

  private mutating func makePart(
    _ value: ElementValue, at createdAt: TimeTicket, in parent: Int, next ticket: inout TimeTicket
  ) throws(DocumentsError) -> Int {
    guard handles[createdAt] == nil else { throw .damaged("an identity is used twice") }
    let handle = nodes.count
    nodes.append(Node(createdAt: createdAt, parent: parent, content: .primitive(.null)))
    handles[createdAt] = handle
    switch value {
    case .primitive(let primitive): nodes[handle].content = .primitive(primitive)
    case .counter(let counter): nodes[handle].content = .counter(counter)
    case .text(let runs): makeText(runs, in: handle, next: &ticket)
    case .object(let members): try makeObject(members, in: handle, next: &ticket)
    case .array(let values): try makeArray(values, in: handle, next: &ticket)
    }
    return handle
  }

  private mutating func makeObject(
    _ members: [ElementValue.Member], in handle: Int, next ticket: inout TimeTicket
  ) throws(DocumentsError) {
    let place = objects.count
    objects.append(ObjectState())
    nodes[handle].content = .object(place)
    for member in members {
      ticket = ticket.next
      let child = try makePart(member.value, at: ticket, in: handle, next: &ticket)
      objects[place].addElement(child)
      objects[place].setMember(member.key, to: child)
    }
  }

  private mutating func makeArray(
    _ values: [ElementValue], in handle: Int, next ticket: inout TimeTicket
  ) throws(DocumentsError) {
    let place = arrays.count
    arrays.append(ArrayState())
    nodes[handle].content = .array(place)
    var previous: Int?
    for value in values {
      ticket = ticket.next
      let createdAt = ticket
      let child = try makePart(value, at: createdAt, in: handle, next: &ticket)
      let slot = arrays[place].makeSlot(createdAt, after: previous, element: child)
      arrays[place].entries[child] = ArrayState.Entry(slot: slot, original: slot)
      previous = slot
    }
  }

  private mutating func makeText(
    _ runs: [ElementValue.TextRun], in handle: Int, next ticket: inout TimeTicket
  ) {
    let place = texts.count
    texts.append(TextState())
    nodes[handle].content = .text(place)
    var left = CharacterID.none
    for run in runs {
      ticket = ticket.next
      guard !run.content.isEmpty,
        let first = texts[place].insert(
          run.content, attributes: run.attributes, at: ticket, after: left, before: .none)
      else { continue }
      left = first.advanced(by: run.content.unicodeScalars.count - 1)
    }
  }
}

extension TimeTicket {
  /// The next ticket of the same change.
  var next: TimeTicket {
    TimeTicket(lamport: lamport, actor: actor, delimiter: delimiter &+ 1)
  }
}
