/// A list of elements that can be moved, where the latest move of an element wins.
///
/// Places and elements are apart (Kleppmann, "Moving Elements in List CRDTs", 2020; Yorkie's
/// `RGATreeList`): a move makes a new slot and leaves the old one empty. A slot's place never
/// changes, and stays when its element is purged, since an insertion on its way may name it.
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
    /// Whether the slot counts in indices.
    var isShown = false
  }

  struct Entry: Sendable {
    var slot: Int
    var movedAt: TimeTicket?
    /// The slot that the element was inserted into.
    let original: Int
  }

  /// The numbers of the slots in order; one that shows its element weighs 1.
  private(set) var order = SequenceTree()
  private(set) var slots: [Slot] = []
  private(set) var slotNumbers: [TimeTicket: Int] = [:]
  var entries: [Int: Entry] = [:]
  /// Slots that a purge has to look at.
  private(set) var leftSlots: Set<Int> = []

  var count: Int { order.weight }

  /// Slots in order.
  var ordered: [Int] { order.handles }

  /// The live elements in order.
  var live: [Int] {
    order.handles.compactMap { slots[$0].isShown ? slots[$0].element : nil }
  }

  /// The live element at an index.
  ///
  /// - Precondition: 0 ≤ `index` < `count`.
  mutating func element(at index: Int) -> Int? {
    slots[order.find(index + 1).handle].element
  }

  /// The number of live elements before a slot.
  mutating func index(of slot: Int) -> Int { order.weight(before: order.place(of: slot)) }

  /// The last slot of all, deleted ones included, or nil.
  var lastSlot: Int? {
    order.isEmpty ? nil : order.handle(before: order.end)
  }

  /// The nearest slot before an index that holds a live element, or nil at the start.
  mutating func slot(before index: Int) -> Int? {
    index > 0 ? order.find(index).handle : nil
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
    while true {
      let handle = order.handle(at: place)
      guard handle >= 0, slots[handle].createdAt > ticket else { break }
      place = order.after(place)
    }
    return add(Slot(createdAt: ticket, element: element, isShown: element != nil), at: place)
  }

  /// Shows or hides the element of a slot.
  mutating func setLive(_ isLive: Bool, slot: Int) {
    show(isLive && slots[slot].element != nil, slot)
  }

  private mutating func show(_ isShown: Bool, _ slot: Int) {
    guard slots[slot].isShown != isShown else { return }
    slots[slot].isShown = isShown
    order.add(isShown ? 1 : -1, to: slot)
  }

  /// Takes the element out of a slot.
  mutating func leave(_ slot: Int, at ticket: TimeTicket) {
    slots[slot].element = nil
    slots[slot].leftAt = ticket
    leftSlots.insert(slot)
    show(false, slot)
  }

  /// Forgets that a slot had an element.
  mutating func forget(_ slot: Int) {
    slots[slot].element = nil
    slots[slot].leftAt = nil
    leftSlots.remove(slot)
    show(false, slot)
  }

  mutating func setReplacement(_ handle: Int?, at ticket: TimeTicket?, of slot: Int) {
    slots[slot].replacement = handle
    slots[slot].replacedAt = ticket
  }

  /// Makes a slot after all others, without comparing tickets.
  mutating func appendSlot(_ ticket: TimeTicket) -> Int {
    add(Slot(createdAt: ticket, element: nil), at: order.end)
  }

  private mutating func add(_ slot: Slot, at place: SequenceTree.Place) -> Int {
    let number = slots.count
    slots.append(slot)
    slotNumbers[slot.createdAt] = number
    order.insert(number, weight: slot.isShown ? 1 : 0, at: place)
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
