extension Root {
  /// The number of deleted things that still hold something: elements with their parts, pieces of
  /// text, removed attributes and empty slots of arrays.
  var garbageCount: Int {
    var all: Set<Int> = []
    for handle in removed { collect(handle, into: &all) }
    let texts = touchedTexts.handles.reduce(0) { $0 + self.texts[$1].garbageCount }
    return all.count + texts + arrays.reduce(0) { $0 + $1.leftSlots.count }
  }

  private func collect(_ handle: Int, into all: inout Set<Int>) {
    guard all.insert(handle).inserted else { return }
    for child in children(of: handle) { collect(child, into: &all) }
  }

  /// Drops what all replicas know to be deleted.
  ///
  /// - Parameters:
  ///   - seen: What all have seen.
  ///   - isGone: Whether everything of an actor that `seen` lacks was seen by all.
  /// - Returns: The number of purged things, counted as in `garbageCount`.
  mutating func purge(_ seen: VersionVector, _ isGone: (ActorID) -> Bool = { _ in false }) -> Int {
    var purged = 0
    (recentText, recentPath) = (0, nil)
    let lead: Int64 = fault == .earlyPurge ? 1 : 0
    func isSeen(_ ticket: TimeTicket) -> Bool {
      guard let time = seen[ticket.actor] else { return isGone(ticket.actor) }
      return time >= ticket.lamport - lead
    }
    for place in touchedTexts.handles {
      purged += texts[place].purge(isSeen)
      if texts[place].garbageCount == 0 { touchedTexts.remove(place) }
    }
    for place in arrays.indices where !arrays[place].leftSlots.isEmpty {
      purged += arrays[place].purgeSlots(isSeen)
    }
    for handle in removed where nodes[handle].removedAt.map(isSeen) ?? false {
      purged += purge(handle)
    }
    return purged
  }

  /// Drops an element with its parts and returns their number.
  private mutating func purge(_ handle: Int) -> Int {
    guard handles.removeValue(forKey: nodes[handle].createdAt) != nil else { return 0 }
    var count = 1
    for child in children(of: handle) { count += purge(child) }
    detach(handle)
    switch nodes[handle].content {
    case .object(let place): objects[place] = ObjectState()
    case .array(let place): arrays[place] = ArrayState()
    case .text(let place):
      texts[place] = TextState()
      touchedTexts.remove(place)
    case .primitive, .counter: break
    }
    nodes[handle].content = .primitive(.null)
    removed.remove(handle)
    return count
  }

  private mutating func detach(_ handle: Int) {
    let parent = nodes[handle].parent
    if let place = object(at: parent) {
      let key = objects[place].key(of: handle)
      objects[place].removeElement(handle)
      if let key { objects[place].setPurged(key, at: nodes[handle].positionedAt) }
    } else if let place = array(at: parent) {
      arrays[place].remove(handle)
    }
  }
}
