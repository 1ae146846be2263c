extension Root {
  /// Deletes an element if the ticket is later than its creation and its deletion.
  ///
  /// - Returns: Whether it was live and is no more.
  @discardableResult
  mutating func remove(_ handle: Int, at ticket: TimeTicket) -> Bool {
    let node = nodes[handle]
    guard ticket > node.createdAt, node.removedAt.map({ ticket > $0 }) ?? true else { return false }
    setRemoved(handle, at: ticket)
    return node.removedAt == nil
  }

  /// Writes the time of a deletion, and hides the element where an array shows it.
  mutating func setRemoved(_ handle: Int, at ticket: TimeTicket?) {
    let former = nodes[handle].removedAt
    journal?.append { $0.setRemoved(handle, at: former) }
    nodes[handle].removedAt = ticket
    if ticket == nil { removed.remove(handle) } else { removed.insert(handle) }
    let parent = nodes[handle].parent
    guard parent >= 0, let place = array(at: parent), let entry = arrays[place].entries[handle]
    else { return }
    arrays[place].setLive(ticket == nil, slot: entry.slot)
  }

  /// Sets a key of an object; the latest write wins, and the loser is deleted.
  mutating func setMember(_ key: String, of place: Int, to handle: Int, at ticket: TimeTicket) {
    objects[place].addElement(handle)
    let former = objects[place].members[key]
    let purged = objects[place].purgedKeys[key]
    journal?.append { root in
      root.objects[place].setMember(key, to: former)
      root.objects[place].setPurged(key, at: purged)
      root.objects[place].removeElement(handle)
      root.removed.remove(handle)
    }
    guard let latest = former.map({ nodes[$0].positionedAt }) ?? purged, latest >= ticket else {
      if let former, nodes[former].removedAt == nil { setRemoved(former, at: ticket) }
      objects[place].setMember(key, to: handle)
      objects[place].setPurged(key, at: nil)
      nodes[handle].movedAt = ticket
      return
    }
    // A newcomer that loses is born deleted, and garbage like any other.
    setRemoved(handle, at: max(latest, former.flatMap { nodes[$0].removedAt } ?? .initial))
  }

  /// Puts an element into a new slot after another.
  mutating func insert(_ handle: Int, into place: Int, after slot: Int?, at ticket: TimeTicket) {
    journalArray(place)
    let number = arrays[place].makeSlot(ticket, after: slot, element: handle)
    arrays[place].entries[handle] = ArrayState.Entry(slot: number, original: number)
  }

  /// Moves an element into a new slot; an earlier move than its latest leaves an empty slot.
  ///
  /// - Returns: Whether the element moved.
  mutating func move(
    _ handle: Int, in place: Int, after slot: Int?, at ticket: TimeTicket
  ) -> Bool {
    guard let entry = arrays[place].entries[handle] else { return false }
    journalArray(place)
    if let movedAt = arrays[place].movedAt[handle], movedAt >= ticket {
      let number = arrays[place].makeSlot(ticket, after: slot, element: nil)
      arrays[place].leave(number, at: ticket)
      return false
    }
    let number = arrays[place].makeSlot(ticket, after: slot, element: handle)
    arrays[place].leave(entry.slot, at: ticket)
    arrays[place].place(
      handle, ArrayState.Entry(slot: number, original: entry.original), movedAt: ticket)
    arrays[place].setLive(nodes[handle].removedAt == nil, slot: number)
    return true
  }

  /// Replaces an element, nil if it was purged, at the slot that was made for it.
  ///
  /// Of concurrent replacements the latest stays.
  mutating func replace(
    _ old: Int?, of slot: Int, with handle: Int, in place: Int, at ticket: TimeTicket
  ) {
    insert(handle, into: place, after: slot, at: ticket)
    if let old { remove(old, at: ticket) }
    let former = arrays[place].replacements[slot]
    if let latest = former?.at, latest > ticket {
      setRemoved(handle, at: latest)
    } else {
      if let loser = former?.element, nodes[loser].removedAt == nil {
        setRemoved(loser, at: ticket)
      }
      arrays[place].setReplacement(
        ArrayState.Replacement(at: ticket, element: handle), of: slot)
    }
  }

  /// A transaction that changes an array keeps a copy of it, which costs O(elements) once.
  mutating func journalArray(_ place: Int) {
    guard journal != nil, journaledArrays.insert(place).inserted else { return }
    let copy = arrays[place]
    journal?.append { $0.arrays[place] = copy }
  }

  // MARK: - Transactions

  mutating func beginTransaction() {
    journal = []
  }

  mutating func endTransaction() {
    journal = nil
    for place in journaledTexts {
      texts[place].endJournal()
      texts[place].joinContinuations()
    }
    journaledTexts.removeAll(keepingCapacity: true)
    if !journaledArrays.isEmpty { journaledArrays = [] }
  }

  /// Restores everything as it was at the beginning.
  mutating func rollBack() {
    let steps = journal ?? []
    journal = nil
    (recentText, recentPath) = (0, nil)
    for place in journaledTexts.reversed() where place < texts.count { texts[place].rollBack() }
    for step in steps.reversed() { step(&self) }
    journaledTexts.removeAll(keepingCapacity: true)
    journaledArrays = []
  }
}
