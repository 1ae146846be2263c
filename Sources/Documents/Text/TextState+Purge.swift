extension TextState {
  /// The number of deleted pieces and removed attributes that still hold something.
  ///
  /// A piece is what one insertion brought, as far as it was never cut.
  var garbageCount: Int {
    if sealed != nil { return unsealed.garbageCount }
    return tombstones.handles.reduce(0) { $0 + pieceCount(of: list.spans[$1]) }
      + styledTombstones.reduce(0) { $0 + attributeGarbage(of: $1) }
  }

  private func pieceCount(of span: TextSpan) -> Int {
    var pieces = 0
    var done = 0
    while done < Int(span.count) {
      done += clock.extent(
        from: span.first.advanced(by: done), atMost: Int(span.count) - done)
      pieces += 1
    }
    return pieces
  }

  /// Drops the content and attributes of what all replicas know to be deleted.
  ///
  /// The places of the scalars remain, neighbours in one span: an insertion or an undo that is
  /// still on its way may name them, and lands exactly where it does on a replica that purged
  /// nothing.
  /// - Returns: The number of purged pieces and attributes.
  mutating func purge(_ isSeen: (TimeTicket) -> Bool) -> Int {
    // A text that cannot be read to its end keeps its garbage; the first edit reports the damage.
    do { try unseal() } catch { return 0 }
    var purged = 0
    for handle in tombstones.handles where isSeen(removals[Int(list.spans[handle].removal)]) {
      purged += pieceCount(of: list.spans[handle]) + (attributes[handle]?.tombstoneCount ?? 0)
      empty(handle, isSeen)
    }
    for handle in styledTombstones.sorted() {
      guard var map = attributes[handle] else { continue }
      let isPurged = list.spans[handle].isPurged
      purged += map.purge(ofAll: isPurged, isSeen)
      setAttributes(map, of: handle)
      if isPurged { joinNeighbours(of: handle) }
    }
    compact()
    return purged
  }

  private mutating func empty(_ handle: Int, _ isSeen: (TimeTicket) -> Bool) {
    wastedBytes += Int(list.spans[handle].bytes)
    // A style that is later than the deletion would outlive an undo that is on its way; it is kept
    // for that undo, until all have seen the style.
    let removedAt = removals[Int(list.spans[handle].removal)]
    var later = attributes[handle]?.later(than: removedAt)
    _ = later?.purge(ofAll: true, isSeen)
    list.spans[handle].start = -1
    list.spans[handle].bytes = 0
    list.spans[handle].removal = 0
    restoredAt[handle] = nil
    tombstones.remove(handle)
    setAttributes(later, of: handle)
    joinNeighbours(of: handle)
  }

  /// Makes one span of a purged one and those round it that it continues.
  private mutating func joinNeighbours(of handle: Int) {
    var place = list.place(of: handle)
    var joined = handle
    if let previous = list.previous(place), join(previous, handle) { joined = previous }
    place = list.place(of: joined)
    place.slot += 1
    if let next = list.next(place)?.handle { _ = join(joined, next) }
  }

  /// Makes one span of two purged neighbours if the second continues the first.
  private mutating func join(_ left: Int, _ right: Int) -> Bool {
    let first = list.spans[left]
    let second = list.spans[right]
    guard first.isPurged, second.isPurged, !first.hasAttributes, !second.hasAttributes,
      first.last.advanced(by: 1) == second.first,
      second.leftOrigin == first.last, second.rightOrigin == first.rightOrigin
    else { return false }
    list.join(left, right)
    return true
  }

  /// Rewrites the buffer and the table of deletions once most of them is unused.
  private mutating func compact() {
    if wastedBytes > 4096, wastedBytes > buffer.count / 2 {
      layOutBuffer()
    }
    guard removals.count > 1024, removals.count > 4 * tombstones.count else { return }
    var fresh: [TimeTicket] = [.initial]
    for handle in tombstones.handles {
      fresh.append(removals[Int(list.spans[handle].removal)])
      list.spans[handle].removal = Int32(fresh.count - 1)
    }
    removals = fresh
  }
}
