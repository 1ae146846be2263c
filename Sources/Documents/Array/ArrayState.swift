/// A list of elements that can be moved, where the latest move of an element wins.
///
/// Places and elements are apart (Kleppmann, "Moving Elements in List CRDTs", 2020; Yorkie's
/// `RGATreeList`): a move makes a new slot and leaves the old one empty. A slot's place never changes,
/// and stays when its element is purged, since an insertion on its way may name it.
struct ArrayState: Sendable {
  struct Slot: Sendable {
    let createdAt: TimeTicket
    /// Handle of the element, or nil for an empty slot.
    var element: Int?
    /// When the slot was left, until a purge forgets it.
    var leftAt: TimeTicket?
    /// The latest replacement of the element that this slot was made for.
    var replacedAt: TimeTicket?
    /// Handle of the replacement.
    var replacement: Int?
  }

  struct Entry: Sendable {
    var slot: Int
    var movedAt: TimeTicket?
    /// The slot that the element was inserted into.
    let original: Int
  }

  /// One span of one scalar for each slot; the sequence is the slot's number.
  private(set) var order = SpanList()
  private(set) var slots: [Slot] = []
  private(set) var slotNumbers: [TimeTicket: Int] = [:]
  var entries: [Int: Entry] = [:]
  /// Slots that a purge has to look at.
  private(set) var leftSlots: Set<Int> = []

  var count: Int { order.liveCount }

  /// Slots in order.
  var ordered: [Int] { order.handles.map { Int(order.spans[$0].first.sequence) } }

  /// The live elements in order.
  var live: [Int] {
    order.handles.compactMap {
      order.spans[$0].isLive ? slots[Int(order.spans[$0].first.sequence)].element : nil
    }
  }

  /// The live element at an index.
  ///
  /// - Precondition: 0 ≤ `index` < `count`.
  mutating func element(at index: Int) -> Int? {
    let found = order.find(endingAt: index + 1)
    return slots[Int(order.spans[found.handle].first.sequence)].element
  }

  /// The number of live elements before a slot.
  mutating func index(of slot: Int) -> Int { order.liveCount(before: order.place(of: slot)) }

  /// The last slot of all, deleted ones included, or nil.
  var lastSlot: Int? {
    order.isEmpty ? nil : order.previous(order.end).map { Int(order.spans[$0].first.sequence) }
  }

  /// The nearest slot before an index that holds a live element, or nil at the start.
  mutating func slot(before index: Int) -> Int? {
    index > 0 ? Int(order.spans[order.find(endingAt: index).handle].first.sequence) : nil
  }

  /// Makes a slot after another (nil: at the start); later tickets stand before earlier ones.
  ///
  /// - Precondition: No slot has the ticket.
  @discardableResult
  mutating func makeSlot(_ ticket: TimeTicket, after previous: Int?, element: Int?) -> Int {
    var place = order.start
    if let previous {
      place = order.place(of: previous)
      place.slot += 1
    }
    while let (handle, after) = order.next(place), slots[handle].createdAt > ticket {
      place = after
    }
    let number = slots.count
    slots.append(Slot(createdAt: ticket, element: element))
    slotNumbers[ticket] = number
    var span = TextSpan(
      first: CharacterID(actor: 0, sequence: UInt32(number)), leftOrigin: .none,
      rightOrigin: .none, count: 1, start: 0, bytes: 0)
    if element == nil { span.removal = 0 }
    order.insert(span, at: place)
    return number
  }

  /// Shows or hides the element of a slot.
  mutating func setLive(_ isLive: Bool, slot: Int) {
    order.setLive(slot, removal: isLive && slots[slot].element != nil ? -1 : 0)
  }

  /// Takes the element out of a slot.
  mutating func leave(_ slot: Int, at ticket: TimeTicket) {
    slots[slot].element = nil
    slots[slot].leftAt = ticket
    leftSlots.insert(slot)
    order.setLive(slot, removal: 0)
  }

  /// Forgets that a slot had an element.
  mutating func forget(_ slot: Int) {
    slots[slot].element = nil
    slots[slot].leftAt = nil
    leftSlots.remove(slot)
    order.setLive(slot, removal: 0)
  }

  mutating func setReplacement(_ handle: Int?, at ticket: TimeTicket?, of slot: Int) {
    slots[slot].replacement = handle
    slots[slot].replacedAt = ticket
  }

  /// Makes a slot after all others, without comparing tickets.
  mutating func appendSlot(_ ticket: TimeTicket) -> Int {
    let number = slots.count
    slots.append(Slot(createdAt: ticket, element: nil))
    slotNumbers[ticket] = number
    var span = TextSpan(
      first: CharacterID(actor: 0, sequence: UInt32(number)), leftOrigin: .none,
      rightOrigin: .none, count: 1, start: 0, bytes: 0)
    span.removal = 0
    order.insert(span, at: order.end)
    return number
  }

  /// Puts an element into an empty slot, and returns whether it was empty.
  mutating func occupy(_ slot: Int, by element: Int, isLive: Bool) -> Bool {
    guard slots[slot].element == nil, slots[slot].leftAt == nil else { return false }
    slots[slot].element = element
    setLive(isLive, slot: slot)
    return true
  }

  mutating func purgeSlots(_ isSeen: (TimeTicket) -> Bool) -> Int {
    let seen = leftSlots.filter { slots[$0].leftAt.map(isSeen) ?? true }
    for slot in seen { forget(slot) }
    return seen.count
  }
}
