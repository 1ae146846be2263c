extension TextState {
  /// Adds scalars between two origins and returns the name of the first.
  ///
  /// - Precondition: Both origins are known or `none`; the ticket is the next of its actor.
  @discardableResult
  mutating func insert(
    _ content: String, attributes values: [String: String]?, at ticket: TimeTicket,
    after left: CharacterID, before right: CharacterID
  ) -> CharacterID? {
    guard let place = integrationPlace(after: left, before: right, at: ticket) else { return nil }
    let start = buffer.count
    buffer.append(contentsOf: content.utf8)
    let bytes = buffer.count - start
    let count = Self.scalarCount(of: buffer[start...])
    let first = clock.append(ticket, count: count)
    let isPlain = values?.isEmpty ?? true
    if isPlain, let previous = list.previous(place),
      continues(previous, first: first, left: left, right: right, start: start)
    {
      list.extend(previous, count: count, bytes: bytes)
    } else {
      let span = TextSpan(
        first: first, leftOrigin: left, rightOrigin: right, count: Int32(count),
        start: Int32(start), bytes: Int32(bytes))
      let handle = list.insert(span, at: place)
      if let values, !isPlain {
        attributes[handle] = AttributeMap(values, at: ticket)
        list.spans[handle].hasAttributes = true
      }
    }
    if isJournaling { journal.append(.insertion(first: first)) }
    return first
  }

  /// Adds letters that were typed one after another, if they lengthen the span before them.
  ///
  /// - Returns: The name of the first; nil, with nothing changed, if they do not lengthen it or if
  ///   somebody else has inserted after the same scalar.
  mutating func insert(_ run: LetterRun) -> CharacterID? {
    let right = run.right.map { clock.id(of: $0) } ?? CharacterID.none
    guard run.left.createdAt.actor == run.previous.actor, let left = clock.id(of: run.left),
      let right, clock.isNext(run.ticket(of: 0)), let handle = list.find(left)?.handle
    else { return nil }
    let first = CharacterID(
      actor: left.actor, sequence: clock.timelines[Int(left.actor)].count)
    guard continues(handle, first: first, left: left, right: right, start: buffer.count),
      isFree(after: handle, left, before: right)
    else { return nil }
    buffer.append(contentsOf: run.letters)
    clock.append(run.ticket(of: 0), steps: run.letters.count)
    list.extend(handle, count: run.letters.count, bytes: run.letters.count)
    if isJournaling { journal.append(.insertion(first: first)) }
    return first
  }

  /// Whether an insertion between two scalars comes right after the first, which ends a span.
  ///
  /// It does unless it has to be compared with what somebody else inserted there.
  private mutating func isFree(
    after handle: Int, _ left: CharacterID, before right: CharacterID
  ) -> Bool {
    var place = list.place(of: handle)
    place.slot += 1
    guard let next = list.next(place)?.handle, list.spans[next].first != right else { return true }
    guard list.spans[next].leftOrigin != left else { return false }
    guard right != .none else { return true }
    guard let end = list.find(right) else { return false }
    return end.offset == 0 && list.spans[end.handle].leftOrigin != left
  }

  static func scalarCount(of bytes: some Collection<UInt8>) -> Int {
    if bytes.count == 1 { return 1 }
    // Counted without a closure for each byte where the bytes are contiguous.
    return bytes.withContiguousStorageIfAvailable { buffer in
      var count = 0
      for byte in buffer where byte & 0xC0 != 0x80 { count += 1 }
      return count
    } ?? bytes.reduce(0) { $0 + ($1 & 0xC0 != 0x80 ? 1 : 0) }
  }

  /// Whether new scalars simply lengthen the span before them.
  func continues(
    _ handle: Int, first: CharacterID, left: CharacterID, right: CharacterID, start: Int
  ) -> Bool {
    let span = list.spans[handle]
    // A restored span has a time of its own, which is not that of the newcomers.
    return span.isLive && !span.hasAttributes && restoredAt(handle) == nil && span.last == left
      && span.first.actor == first.actor
      && span.first.sequence + UInt32(span.count) == first.sequence && span.rightOrigin == right
      && Int(span.start + span.bytes) == start
  }

  /// Where an insertion belongs among those that were made at the same place at the same time.
  ///
  /// The loop is YjsMod's `integrate`
  /// (<https://github.com/josephg/reference-crdts/blob/main/crdts.ts>), a span at a time.
  private mutating func integrationPlace(
    after left: CharacterID, before right: CharacterID, at ticket: TimeTicket
  ) -> SpanList.Place? {
    guard var place = place(after: left) else { return nil }
    var end: Int?
    if right != .none {
      guard let found = list.find(right) else { return nil }
      end = found.offset > 0 ? split(found.handle, at: found.offset) : found.handle
      if found.offset > 0 {
        guard let again = self.place(after: left) else { return nil }
        place = again
      }
    }
    guard let next = list.next(place), next.handle != end else { return place }
    if let end, list.spans[end].leftOrigin == left {
      return self.place(before: end, after: left, at: ticket)
    }

    let isEndAhead = end.map { list.isOrdered(next.handle, $0) } ?? true
    var destination = place
    var isScanning = false
    while true {
      if !isScanning { destination = place }
      guard let (handle, after) = list.next(place), handle != end else { break }
      let other = list.spans[handle]
      let side = order(of: other.leftOrigin, and: left, none: -1)
      if side < 0 { break }
      if side == 0 {
        // In text that somebody typed backwards, each span was inserted right before the next one,
        // which is before the end: no search is needed.
        let isBeforeNext =
          isEndAhead && other.rightOrigin != right && list.name(at: after) == other.rightOrigin
        let reach = isBeforeNext ? -1 : order(of: other.rightOrigin, and: right, none: 1)
        if reach == 0, fault != .ignoredOrder, ticket > clock.ticket(of: other.first) { break }
        isScanning = reach < 0
      }
      place = after
    }
    return destination
  }

  /// The same for an insertion right before a scalar that has the same left origin.
  ///
  /// The insertions that were made right before that scalar are there, the larger ticket first,
  /// each with what was inserted before it. None of them reaches beyond the scalar, so that the
  /// search goes back from the scalar and ends at the first span that does. When several people
  /// type backwards at one place, it need not pass what the others typed.
  private mutating func place(
    before end: Int, after left: CharacterID, at ticket: TimeTicket
  ) -> SpanList.Place {
    let right = list.spans[end].first
    var place = list.place(of: end)
    var destination = place
    while let handle = list.previous(place) {
      let other = list.spans[handle]
      if other.last == left { break }
      let reach = order(of: other.rightOrigin, and: right, none: 1)
      if reach > 0 { break }
      place = list.place(of: handle)
      guard other.leftOrigin == left else { continue }
      if reach == 0, fault == .ignoredOrder || ticket < clock.ticket(of: other.first) { break }
      destination = place
    }
    return destination
  }

  /// The order of two scalars: negative if the first comes before, 0 if they are the same.
  ///
  /// `none` says whether a missing scalar is before all (-1) or after all (1).
  private mutating func order(of one: CharacterID, and other: CharacterID, none: Int) -> Int {
    if one == other { return 0 }
    if one == .none { return none }
    if other == .none { return -none }
    guard let first = list.find(one), let second = list.find(other) else { return 0 }
    if first.handle == second.handle { return first.offset < second.offset ? -1 : 1 }
    return list.isOrdered(first.handle, second.handle) ? -1 : 1
  }
}
