extension TextState {
  /// Inserts scalars right after those that their actor inserted last, as part of that insertion.
  ///
  /// - Parameters:
  ///   - first: The first scalar of the insertion.
  ///   - count: How many it has so far.
  ///   - right: The scalar that follows it.
  ///   - content: What comes to it.
  /// - Returns: The number of new scalars, or nil, and nothing changed, if it cannot be lengthened.
  mutating func lengthen(
    _ first: CharacterID, count: Int, before right: CharacterID, by content: String
  ) -> Int? {
    let last = first.advanced(by: count - 1)
    let start = buffer.count
    guard let found = list.find(last),
      continues(
        found.handle, first: last.advanced(by: 1), left: last, right: right, start: start)
    else { return nil }
    buffer.append(contentsOf: content.utf8)
    let bytes = buffer.count - start
    let added = Self.scalarCount(of: buffer[start...])
    clock.lengthen(from: first, by: added)
    list.extend(found.handle, count: added, bytes: bytes)
    return added
  }

  /// Deletes live scalars that end where the deletions of the same operation begin, or begin where
  /// they end, without making a span for them.
  ///
  /// - Returns: The scalars as they were, or nil, and nothing changed, if they are more than a part
  ///   of one span that was cut there by that deletion.
  mutating func lengthenRemoval(
    from: Int, to: Int, isBefore: Bool, at ticket: TimeTicket
  ) -> TextSpan? {
    let removal = Int32(removals.count - 1)
    guard removals[removals.count - 1] == ticket else { return nil }
    let found = list.find(endingAt: isBefore ? to : from + 1)
    let span = list.spans[found.handle]
    guard to - from < Int(span.count), !span.hasAttributes, restoredAt(found.handle) == nil
    else { return nil }
    var cut = span
    cut.count = Int32(truncatingIfNeeded: to - from)
    if isBefore {
      let after = SpanList.Place(leaf: found.place.leaf, slot: found.place.slot + 1)
      guard found.offset == Int(span.count), let next = list.next(after)?.handle,
        isPart(next, of: removal), isContinued(span, by: list.spans[next])
      else { return nil }
      let kept = Int(span.count) - (to - from)
      let offset = Int32(truncatingIfNeeded: byteOffset(kept, in: span))
      cut.first = span.first.advanced(by: kept)
      cut.start += offset
      cut.bytes -= offset
      if isJournaling { journal.append(.removal(cut, restoredAt: nil)) }
      list.shift(Int(cut.count), bytes: Int(cut.bytes), from: found.handle, to: next)
    } else {
      guard found.offset == 1, let previous = list.previous(found.place),
        isPart(previous, of: removal), isContinued(list.spans[previous], by: span)
      else { return nil }
      cut.bytes = Int32(truncatingIfNeeded: byteOffset(to - from, in: span))
      if isJournaling { journal.append(.removal(cut, restoredAt: nil)) }
      list.shift(Int(cut.count), bytes: Int(cut.bytes), from: found.handle, backTo: previous)
    }
    return cut
  }

  /// Makes one span of a deleted one and its neighbour that the same operation deleted.
  mutating func joinRemoved(_ id: CharacterID, isBefore: Bool) {
    guard let handle = list.find(id)?.handle else { return }
    var place = list.place(of: handle)
    let neighbour: Int?
    if isBefore {
      place.slot += 1
      neighbour = list.next(place)?.handle
    } else {
      neighbour = list.previous(place)
    }
    guard let neighbour, isPart(neighbour, of: list.spans[handle].removal),
      !list.spans[handle].hasAttributes
    else { return }
    let (left, right) = isBefore ? (handle, neighbour) : (neighbour, handle)
    guard isContinued(list.spans[left], by: list.spans[right]) else { return }
    list.join(left, right)
    tombstones.remove(right)
  }

  private func isPart(_ handle: Int, of removal: Int32) -> Bool {
    let span = list.spans[handle]
    return span.removal == removal && span.hasContent && !span.hasAttributes
  }

  /// Whether two neighbours could be one span, were both live or both deleted.
  private func isContinued(_ left: TextSpan, by right: TextSpan) -> Bool {
    right.first == left.first.advanced(by: Int(left.count)) && right.leftOrigin == left.last
      && right.rightOrigin == left.rightOrigin && right.start == left.start + left.bytes
  }
}
