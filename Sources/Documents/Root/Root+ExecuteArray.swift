extension Root {
  /// The array of a ticket with its handle, or nil if it was purged.
  private func array(
    of ticket: TimeTicket
  ) throws(DocumentsError) -> (handle: Int, place: Int)? {
    guard let handle = handle(of: ticket) else { return nil }
    guard let place = array(at: handle) else { throw .damaged("an array was expected") }
    return (handle, place)
  }

  /// The slot of a ticket; nil for the start.
  private func slot(_ ticket: TimeTicket, in place: Int) throws(DocumentsError) -> Int? {
    if ticket == .initial { return nil }
    if let slot = arrays[place].slotNumbers[ticket] { return slot }
    throw .damaged("a place in an array is unknown")
  }

  mutating func add(
    _ value: ElementValue, to ticket: TimeTicket, after previous: TimeTicket, at: TimeTicket,
    isLocal: Bool
  ) throws(DocumentsError) -> OperationEffect {
    guard handles[at] == nil else { throw .damaged("an identity is used twice") }
    guard let (handle, place) = try array(of: ticket) else { return .nothing }
    let slot = try slot(previous, in: place)
    guard arrays[place].slotNumbers[at] == nil else { throw .damaged("a place is used twice") }
    try checkDepth(of: value, in: handle, isLocal: isLocal)
    var next = at
    let element = try make(value, at: at, in: handle, next: &next)
    insert(element, into: place, after: slot, at: at)
    let index = arrays[place].entries[element].map { arrays[place].index(of: $0.slot) } ?? 0
    return OperationEffect(
      events: step(at: handle) { .add(path: $0, index: index) },
      reverse: .remove(parent: ticket, element: at, at: .initial), isApplied: isLive(handle))
  }

  mutating func move(
    _ element: TimeTicket, in ticket: TimeTicket, after previous: TimeTicket, at: TimeTicket
  ) throws(DocumentsError) -> OperationEffect {
    guard let (handle, place) = try array(of: ticket) else { return .nothing }
    let slot = try slot(previous, in: place)
    guard arrays[place].slotNumbers[at] == nil else { throw .damaged("a place is used twice") }
    guard let moved = self.handle(of: element), let entry = arrays[place].entries[moved] else {
      // The element was purged; its empty slot keeps the place for later operations.
      journalArray(place)
      arrays[place].makeSlot(at, after: slot, element: nil)
      return .nothing
    }
    let before = arrays[place].index(of: entry.slot)
    // The former place is before the slot that the element was in, which stays.
    let former = arrays[place].slots[entry.slot].createdAt
    guard move(moved, in: place, after: slot, at: at), nodes[moved].removedAt == nil,
      isLive(handle), let now = arrays[place].entries[moved]
    else { return .nothing }
    let after = arrays[place].index(of: now.slot)
    return OperationEffect(
      events: step(at: handle) { .move(path: $0, previousIndex: before, index: after) },
      reverse: .move(array: ticket, element: element, after: former, at: .initial))
  }

  mutating func replace(
    _ element: TimeTicket, in ticket: TimeTicket, with value: ElementValue, at: TimeTicket,
    isLocal: Bool
  ) throws(DocumentsError) -> OperationEffect {
    guard handles[at] == nil else { throw .damaged("an identity is used twice") }
    guard let (handle, place) = try array(of: ticket) else { return .nothing }
    guard arrays[place].slotNumbers[at] == nil else { throw .damaged("a place is used twice") }
    // The slot that was made for an element has its ticket, and stays when the element is purged.
    guard let slot = arrays[place].slotNumbers[element] else { return .nothing }
    try checkDepth(of: value, in: handle, isLocal: isLocal)
    let old = self.handle(of: element).flatMap { arrays[place].entries[$0] == nil ? nil : $0 }
    let replaced = isLocal ? old.flatMap { nodes[$0].removedAt == nil ? $0 : nil } : nil
    let former = replaced.map { self.value(of: $0) }
    let copied = replaced.map { identities(of: $0) } ?? []
    var next = at
    let fresh = try make(value, at: at, in: handle, next: &next)
    replace(old, of: slot, with: fresh, in: place, at: at)
    let index = arrays[place].entries[fresh].map { arrays[place].index(of: $0.slot) } ?? 0
    return OperationEffect(
      events: step(at: handle) { .arraySet(path: $0, index: index) },
      reverse: former.map { .replace(array: ticket, element: at, value: $0, at: .initial) },
      copied: copied, isApplied: isLive(handle))
  }
}
