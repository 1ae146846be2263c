/// A list of elements that can be moved, where the latest move of an element wins.
///
/// Places and elements are apart (Kleppmann, "Moving Elements in List CRDTs", 2020; Yorkie's
/// `RGATreeList`): a move makes a new slot and leaves the old one empty. A slot's place never
/// changes, and stays when its element is purged, since an insertion on its way may name it.
struct ArrayState: Sendable {
  // Each element has a slot and an entry; what only few elements have is in tables of its own.

  struct Slot: Sendable {
    let createdAt: TimeTicket
    private var handle: Int32 = -1
    /// Whether the slot counts in indices.
    var isShown = false

    init(createdAt: TimeTicket, element: Int?) {
      self.createdAt = createdAt
      self.element = element
      isShown = element != nil
    }

    /// Handle of the element, or nil for an empty slot.
    var element: Int? {
      get { handle < 0 ? nil : Int(handle) }
      set { handle = Int32(newValue ?? -1) }
    }
  }

  /// The latest replacement of the element that a slot was made for.
  struct Replacement: Sendable {
    var at: TimeTicket?
    /// Handle of the new element.
    var element: Int?
  }

  struct Entry: Sendable {
    private let places: (slot: Int32, original: Int32)

    init(slot: Int, original: Int) { places = (Int32(slot), Int32(original)) }

    var slot: Int { Int(places.slot) }
    /// The slot that the element was inserted into.
    var original: Int { Int(places.original) }
  }

  /// The numbers of the slots in order; one that shows its element weighs 1.
  private(set) var order = SequenceTree()
  private(set) var slots: [Slot] = []
  private(set) var slotNumbers: [TimeTicket: Int] = [:]
  var entries: [Int: Entry] = [:]
  /// When each element that was moved was moved last.
  private(set) var movedAt: [Int: TimeTicket] = [:]
  /// When each slot that a move left empty was left, until a purge forgets it.
  private(set) var leftSlots: [Int: TimeTicket] = [:]
  /// The replacements by the slot of the element that was replaced.
  private(set) var replacements: [Int: Replacement] = [:]

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

  /// Makes a slot after another (nil: at the start); later tickets come before earlier ones.
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
    return add(Slot(createdAt: ticket, element: element), at: place)
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

  /// Notes where an element is, and when it was moved there.
  mutating func place(_ element: Int, _ entry: Entry, movedAt ticket: TimeTicket?) {
    entries[element] = entry
    movedAt[element] = ticket
  }

  /// Forgets an element and empties its slot.
  mutating func remove(_ element: Int) {
    movedAt[element] = nil
    if let entry = entries.removeValue(forKey: element) { forget(entry.slot) }
  }

  /// Takes the element out of a slot.
  mutating func leave(_ slot: Int, at ticket: TimeTicket) {
    slots[slot].element = nil
    leftSlots[slot] = ticket
    show(false, slot)
  }

  /// Forgets that a slot had an element.
  private mutating func forget(_ slot: Int) {
    slots[slot].element = nil
    leftSlots[slot] = nil
    show(false, slot)
  }

  mutating func setReplacement(_ replacement: Replacement, of slot: Int) {
    guard replacement.at != nil || replacement.element != nil else { return }
    replacements[slot] = replacement
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
    guard slots[slot].element == nil, leftSlots[slot] == nil else { return false }
    slots[slot].element = element
    setLive(isLive, slot: slot)
    return true
  }

  mutating func purgeSlots(_ isSeen: (TimeTicket) -> Bool) -> Int {
    let seen = leftSlots.filter { isSeen($0.value) }
    for slot in seen.keys { forget(slot) }
    return seen.count
  }
}
