/// The spans of a text in their order, found by place, by live offset and by name.
///
/// Handles into an arena are kept in blocks of at most 64; each block knows its number of live
/// scalars. A search by offset starts at the block of the last one, so that typing costs O(1), and
/// costs O(blocks) at worst. A value with copy on write.
struct SpanList: Sendable {
  static let blockSize = 64

  /// A place between two spans: before the span at `slot` of the block at `rank`.
  struct Place: Equatable {
    var rank: Int
    var slot: Int
  }

  /// The arena; a handle is an index.
  var spans: [TextSpan] = []
  /// Handles, `blockSize` to a block.
  private var slots: [Int32] = []
  /// The number of handles in each block.
  private var sizes: [Int32] = []
  /// The number of live scalars in each block.
  private var lives: [Int32] = []
  /// The blocks in order.
  private var order: [Int32] = []
  /// The place of each block in `order`.
  private var ranks: [Int32] = []
  /// Handles of each actor by their first sequence.
  private var byActor: [[Int32]] = []
  private var free: [Int32] = []
  /// A block and the number of live scalars before it.
  private var recent = (rank: 0, before: 0)

  private(set) var liveCount = 0

  var isEmpty: Bool { order.isEmpty }
  /// The place after all spans.
  var end: Place {
    guard let last = order.last else { return start }
    return Place(rank: order.count - 1, slot: Int(sizes[Int(last)]))
  }

  // MARK: - Walking

  var start: Place { Place(rank: 0, slot: 0) }

  /// The span after a place and the place after that span, or nil at the end.
  func next(_ place: Place) -> (handle: Int, after: Place)? {
    guard let place = normalized(place) else { return nil }
    let handle = Int(slots[Int(order[place.rank]) * Self.blockSize + place.slot])
    return (handle, Place(rank: place.rank, slot: place.slot + 1))
  }

  /// The span before a place, or nil at the start.
  func previous(_ place: Place) -> Int? {
    if place.slot > 0 {
      return Int(slots[Int(order[place.rank]) * Self.blockSize + place.slot - 1])
    }
    guard place.rank > 0 else { return nil }
    let block = Int(order[place.rank - 1])
    return Int(slots[block * Self.blockSize + Int(sizes[block]) - 1])
  }

  private func normalized(_ place: Place) -> Place? {
    guard place.rank < order.count else { return nil }
    if place.slot < Int(sizes[Int(order[place.rank])]) { return place }
    return place.rank + 1 < order.count ? Place(rank: place.rank + 1, slot: 0) : nil
  }

  /// The place before a span.
  func place(of handle: Int) -> Place {
    let block = Int(spans[handle].block)
    var slot = block * Self.blockSize
    while Int(slots[slot]) != handle { slot += 1 }
    return Place(rank: Int(ranks[block]), slot: slot - block * Self.blockSize)
  }

  /// All handles in order.
  var handles: [Int] {
    order.flatMap { block in
      slots[Int(block) * Self.blockSize..<Int(block) * Self.blockSize + Int(sizes[Int(block)])]
        .map { Int($0) }
    }
  }

  // MARK: - Finding

  /// The span that holds a scalar, and the scalar's place in it.
  func find(_ id: CharacterID) -> (handle: Int, offset: Int)? {
    guard id.actor < UInt32(byActor.count) else { return nil }
    let handles = byActor[Int(id.actor)]
    let index = handles.firstFailing { spans[Int($0)].first.sequence <= id.sequence }
    guard index > 0 else { return nil }
    let handle = Int(handles[index - 1])
    let offset = Int(id.sequence - spans[handle].first.sequence)
    return offset < Int(spans[handle].count) ? (handle, offset) : nil
  }

  /// The live span whose scalar ends at an offset above 0, and how many of its scalars lie before.
  ///
  /// - Precondition: The offset is at most the number of live scalars.
  mutating func find(endingAt offset: Int) -> (handle: Int, offset: Int, place: Place) {
    var (rank, before) = recent
    while before >= offset {
      rank -= 1
      before -= Int(lives[Int(order[rank])])
    }
    while before + Int(lives[Int(order[rank])]) < offset {
      before += Int(lives[Int(order[rank])])
      rank += 1
    }
    recent = (rank, before)
    let base = Int(order[rank]) * Self.blockSize
    var slot = 0
    while true {
      let handle = Int(slots[base + slot])
      let live = spans[handle].liveCount
      if before + live >= offset { return (handle, offset - before, Place(rank: rank, slot: slot)) }
      before += live
      slot += 1
    }
  }

  /// The number of live scalars before a place.
  mutating func liveCount(before place: Place) -> Int {
    guard !order.isEmpty else { return 0 }
    var (rank, before) = recent
    while rank > place.rank {
      rank -= 1
      before -= Int(lives[Int(order[rank])])
    }
    while rank < place.rank {
      before += Int(lives[Int(order[rank])])
      rank += 1
    }
    recent = (rank, before)
    let base = Int(order[rank]) * Self.blockSize
    for slot in 0..<place.slot { before += spans[Int(slots[base + slot])].liveCount }
    return before
  }

  /// Whether a span has a scalar that the list has too.
  func overlaps(_ span: TextSpan) -> Bool {
    guard Int(span.first.actor) < byActor.count else { return false }
    let handles = byActor[Int(span.first.actor)]
    let index = handles.firstFailing { spans[Int($0)].first.sequence <= span.first.sequence }
    if index > 0 {
      let before = spans[Int(handles[index - 1])]
      if before.first.sequence + UInt32(before.count) > span.first.sequence { return true }
    }
    return index < handles.count
      && spans[Int(handles[index])].first.sequence < span.first.sequence + UInt32(span.count)
  }

  /// Whether the spans of each actor are consecutive scalars without a gap.
  func tiles(_ counts: [UInt32]) -> Bool {
    counts.indices.allSatisfy { actor in
      var next: UInt32 = 0
      for handle in actor < byActor.count ? byActor[actor] : [] {
        guard spans[Int(handle)].first.sequence == next else { return false }
        next += UInt32(spans[Int(handle)].count)
      }
      return next == counts[actor]
    }
  }

  // MARK: - Changing

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
    if order.isEmpty { addBlock(at: 0) }
    var place = place
    if Int(sizes[Int(order[place.rank])]) == Self.blockSize { place = halve(place) }
    let block = Int(order[place.rank])
    let base = block * Self.blockSize
    var slot = base + Int(sizes[block])
    while slot > base + place.slot {
      slots[slot] = slots[slot - 1]
      slot -= 1
    }
    slots[slot] = Int32(handle)
    sizes[block] += 1
    spans[handle].block = Int32(block)
    addLive(span.liveCount, at: block)
    register(handle)
    return handle
  }

  /// Removes a span for good.
  mutating func remove(_ handle: Int) {
    setLive(handle, removal: 0)
    let place = place(of: handle)
    let block = Int(order[place.rank])
    for slot in place.slot..<Int(sizes[block]) - 1 {
      slots[block * Self.blockSize + slot] = slots[block * Self.blockSize + slot + 1]
    }
    sizes[block] -= 1
    let actor = Int(spans[handle].first.actor)
    let sequence = spans[handle].first.sequence
    byActor[actor].remove(
      at: byActor[actor].firstFailing { spans[Int($0)].first.sequence < sequence })
    free.append(Int32(handle))
    if sizes[block] == 0 { removeBlock(at: place.rank) }
  }

  /// Sets or clears the deletion of a span.
  mutating func setLive(_ handle: Int, removal: Int32) {
    let before = spans[handle].liveCount
    spans[handle].removal = removal
    addLive(spans[handle].liveCount - before, at: Int(spans[handle].block))
  }

  /// Makes a live span longer.
  mutating func extend(_ handle: Int, count: Int, bytes: Int) {
    spans[handle].count += Int32(count)
    spans[handle].bytes += Int32(bytes)
    addLive(count, at: Int(spans[handle].block))
  }

  /// Splits a span and returns the right part.
  ///
  /// - Precondition: The offset lies inside the span.
  mutating func split(_ handle: Int, at offset: Int, bytes: Int) -> Int {
    var right = spans[handle]
    right.first = right.first.advanced(by: offset)
    right.leftOrigin = right.first.advanced(by: -1)
    right.count -= Int32(offset)
    if !right.isPurged { right.start += Int32(bytes) }
    right.bytes -= Int32(bytes)
    addLive(-right.liveCount, at: Int(right.block))
    spans[handle].count = Int32(offset)
    spans[handle].bytes = Int32(bytes)
    var place = place(of: handle)
    place.slot += 1
    return insert(right, at: place)
  }

  private mutating func addLive(_ count: Int, at block: Int) {
    guard count != 0 else { return }
    lives[block] += Int32(count)
    liveCount += count
    if Int(ranks[block]) < recent.rank { recent.before += count }
  }

  private mutating func register(_ handle: Int) {
    let first = spans[handle].first
    while byActor.count <= Int(first.actor) { byActor.append([]) }
    if let last = byActor[Int(first.actor)].last,
      spans[Int(last)].first.sequence > first.sequence
    {
      let index = byActor[Int(first.actor)].firstFailing {
        spans[Int($0)].first.sequence < first.sequence
      }
      byActor[Int(first.actor)].insert(Int32(handle), at: index)
    } else {
      byActor[Int(first.actor)].append(Int32(handle))
    }
  }

  // MARK: - Blocks

  private mutating func addBlock(at rank: Int) {
    slots.append(contentsOf: repeatElement(-1, count: Self.blockSize))
    sizes.append(0)
    lives.append(0)
    ranks.append(0)
    order.insert(Int32(sizes.count - 1), at: rank)
    renumber(from: rank)
  }

  private mutating func removeBlock(at rank: Int) {
    // The block's storage stays unused; it returns when the list is built again.
    order.remove(at: rank)
    recent = (0, 0)
    renumber(from: rank)
  }

  private mutating func renumber(from rank: Int) {
    for rank in rank..<order.count { ranks[Int(order[rank])] = Int32(rank) }
  }

  /// Moves the second half of a full block into a new one and returns where a place went.
  ///
  /// A block that grows at its end keeps all, so that typing forwards fills its blocks.
  private mutating func halve(_ place: Place) -> Place {
    let isEnd = place.slot == Self.blockSize
    let kept = isEnd ? Self.blockSize : Self.blockSize / 2
    let block = Int(order[place.rank])
    addBlock(at: place.rank + 1)
    let fresh = Int(order[place.rank + 1])
    if recent.rank > place.rank { recent.rank += 1 }
    for slot in kept..<Self.blockSize {
      let handle = slots[block * Self.blockSize + slot]
      slots[fresh * Self.blockSize + slot - kept] = handle
      spans[Int(handle)].block = Int32(fresh)
      let live = Int32(spans[Int(handle)].liveCount)
      lives[block] -= live
      lives[fresh] += live
    }
    sizes[block] = Int32(kept)
    sizes[fresh] = Int32(Self.blockSize - kept)
    return isEnd || place.slot > kept
      ? Place(rank: place.rank + 1, slot: place.slot - kept) : place
  }
}
