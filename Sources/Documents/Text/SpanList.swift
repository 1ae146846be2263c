/// The spans of a text in their order, found by place, by live offset and by name.
///
/// An arena of spans, a ``SequenceTree`` of their handles that weighs live scalars, and for each
/// actor a ``NameIndex``. A value with copy on write.
struct SpanList: Sendable {
  typealias Place = SequenceTree.Place

  /// The arena; a handle is an index.
  var spans: [TextSpan] = []
  /// The order; the weight of a span is the number of its live scalars.
  private(set) var tree = SequenceTree()
  private var names: [NameIndex] = []
  private var free: [Int32] = []
  /// The spans that were found last by a name: an insertion is between two.
  private var recent = (first: 0, second: 0)

  init() {}

  /// A list of spans in their order; the handle of each is its place.
  init(_ spans: [TextSpan], _ names: [NameIndex]) {
    self.spans = spans
    self.names = names
    tree = SequenceTree(weights: spans.map { $0.liveCount })
  }

  /// The number of live scalars.
  var liveCount: Int { @inline(__always) get { tree.weight } }
  /// The number of spans.
  var spanCount: Int { spans.count - free.count }
  var isEmpty: Bool { tree.isEmpty }
  var start: Place { tree.start }
  var end: Place { tree.end }
  /// All handles in order.
  var handles: [Int] { tree.handles }

  // MARK: - Walking

  /// The span after a place and the place after that span, or nil at the end.
  func next(_ place: Place) -> (handle: Int, after: Place)? {
    let handle = tree.handle(at: place)
    return handle < 0 ? nil : (handle, tree.after(place))
  }

  /// The span before a place, or nil at the start.
  func previous(_ place: Place) -> Int? {
    let handle = tree.handle(before: place)
    return handle < 0 ? nil : handle
  }

  /// The place before a span.
  func place(of handle: Int) -> Place { tree.place(of: handle) }

  /// The first scalar after a place, or none at the end.
  func name(at place: Place) -> CharacterID {
    let handle = tree.handle(at: place)
    return handle < 0 ? .none : spans[handle].first
  }

  // MARK: - Finding

  /// The span that holds a scalar, and the scalar's place in it.
  mutating func find(_ id: CharacterID) -> (handle: Int, offset: Int)? {
    if let offset = offset(of: id, in: recent.first) { return (recent.first, offset) }
    if let offset = offset(of: id, in: recent.second) { return (recent.second, offset) }
    guard let found = search(id) else { return nil }
    note(found.handle)
    return found
  }

  /// Keeps a span that will probably be asked for by a name.
  mutating func note(_ handle: Int) {
    if handle != recent.first { recent = (handle, recent.first) }
  }

  private func offset(of id: CharacterID, in handle: Int) -> Int? {
    guard handle < spans.count, spans[handle].first.actor == id.actor else { return nil }
    let offset = Int(id.sequence) - Int(spans[handle].first.sequence)
    return offset >= 0 && offset < Int(spans[handle].count) ? offset : nil
  }

  /// The handle of the span that holds a scalar, or nil.
  func handle(of id: CharacterID) -> Int? { search(id)?.handle }

  private func search(_ id: CharacterID) -> (handle: Int, offset: Int)? {
    guard id.actor < UInt32(names.count) else { return nil }
    let handle = names[Int(id.actor)].find(id.sequence)
    guard handle >= 0 else { return nil }
    let offset = Int(id.sequence - spans[handle].first.sequence)
    return offset < Int(spans[handle].count) ? (handle, offset) : nil
  }

  /// The live span whose scalar ends at an offset above 0, and how many of its scalars lie before.
  ///
  /// - Precondition: The offset is at most the number of live scalars.
  mutating func find(endingAt offset: Int) -> (handle: Int, offset: Int, place: Place) {
    tree.find(offset)
  }

  /// The number of live scalars before a place.
  mutating func liveCount(before place: Place) -> Int { tree.weight(before: place) }

  /// Below 0 or above 0, as a span comes before or after another.
  func isOrdered(_ first: Int, _ second: Int) -> Bool { tree.isOrdered(first, second) }

  // MARK: - Changing

  /// Makes one span of two, the second of which continues the first and is not live.
  mutating func join(_ left: Int, _ right: Int) {
    let second = spans[right]
    remove(right)
    spans[left].count += second.count
    spans[left].bytes += second.bytes
  }

  /// Makes one span of two live neighbours, the second of which continues the first.
  mutating func absorb(_ right: Int, into left: Int) {
    let second = spans[right]
    remove(right)
    extend(left, count: Int(second.count), bytes: Int(second.bytes))
  }

  /// Adds a span at a place and returns its handle.
  @discardableResult
  mutating func insert(_ span: TextSpan, at place: Place) -> Int {
    let handle: Int
    if let reused = free.popLast() {
      handle = Int(reused)
      spans[handle] = span
    } else {
      handle = spans.count
      spans.append(span)
    }
    tree.insert(handle, weight: span.liveCount, at: place)
    let actor = Int(span.first.actor)
    while names.count <= actor { names.append(NameIndex()) }
    names[actor].insert(span.first.sequence, handle)
    return handle
  }

  /// Removes a span permanently.
  mutating func remove(_ handle: Int) {
    tree.remove(handle)
    let first = spans[handle].first
    names[Int(first.actor)].remove(first.sequence)
    spans[handle].count = 0
    free.append(Int32(truncatingIfNeeded: handle))
  }

  /// Sets or clears the deletion of a span.
  mutating func setLive(_ handle: Int, removal: Int32) {
    let before = spans[handle].liveCount
    spans[handle].removal = removal
    tree.add(spans[handle].liveCount - before, to: handle)
  }

  /// Makes a live span longer that is after a place.
  mutating func extend(_ handle: Int, count: Int, bytes: Int) {
    spans[handle].count += Int32(truncatingIfNeeded: count)
    spans[handle].bytes += Int32(truncatingIfNeeded: bytes)
    tree.add(count, to: handle)
  }

  /// Splits a span and returns the right part.
  ///
  /// - Precondition: The offset is inside the span.
  mutating func split(_ handle: Int, at offset: Int, bytes: Int) -> Int {
    var right = spans[handle]
    right.first = right.first.advanced(by: offset)
    right.leftOrigin = right.first.advanced(by: -1)
    right.count -= Int32(truncatingIfNeeded: offset)
    if right.hasContent { right.start += Int32(truncatingIfNeeded: bytes) }
    right.bytes -= Int32(truncatingIfNeeded: bytes)
    var place = tree.place(of: handle)
    if right.liveCount > 0 { tree.add(-right.liveCount, at: place) }
    spans[handle].count = Int32(truncatingIfNeeded: offset)
    spans[handle].bytes = Int32(truncatingIfNeeded: bytes)
    place.slot += 1
    let part = insert(right, at: place)
    recent = (handle, part)
    return part
  }

  /// Moves scalars from the end of a span to the start of the one after it, which continues it.
  ///
  /// - Precondition: Fewer scalars move than the first span has.
  mutating func shift(_ count: Int, bytes: Int, from left: Int, to right: Int) {
    let former = spans[right].first
    if spans[left].isLive { tree.add(-count, to: left) }
    spans[left].count -= Int32(truncatingIfNeeded: count)
    spans[left].bytes -= Int32(truncatingIfNeeded: bytes)
    spans[right].first = former.advanced(by: -count)
    spans[right].leftOrigin = spans[right].first.advanced(by: -1)
    spans[right].count += Int32(truncatingIfNeeded: count)
    spans[right].start -= Int32(truncatingIfNeeded: bytes)
    spans[right].bytes += Int32(truncatingIfNeeded: bytes)
    names[Int(former.actor)].renumber(former.sequence, to: spans[right].first.sequence)
  }

  /// Moves scalars from the start of a span to the end of the one before it, which it continues.
  ///
  /// - Precondition: Fewer scalars move than the second span has.
  mutating func shift(_ count: Int, bytes: Int, from right: Int, backTo left: Int) {
    let former = spans[right].first
    if spans[right].isLive { tree.add(-count, to: right) }
    spans[left].count += Int32(truncatingIfNeeded: count)
    spans[left].bytes += Int32(truncatingIfNeeded: bytes)
    spans[right].first = former.advanced(by: count)
    spans[right].leftOrigin = spans[right].first.advanced(by: -1)
    spans[right].count -= Int32(truncatingIfNeeded: count)
    spans[right].start += Int32(truncatingIfNeeded: bytes)
    spans[right].bytes -= Int32(truncatingIfNeeded: bytes)
    names[Int(former.actor)].renumber(former.sequence, to: spans[right].first.sequence)
  }
}
