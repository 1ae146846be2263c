extension TextState {
  /// The names round a stretch of live offsets: the scalar before it, its last, the one after.
  ///
  /// - Precondition: 0 ≤ `from` ≤ `to` ≤ `count`.
  mutating func names(
    from: Int, to: Int
  ) -> (left: CharacterID, last: CharacterID?, right: CharacterID) {
    var last: CharacterID?
    if to > from {
      let found = list.find(endingAt: to)
      last = list.spans[found.handle].first.advanced(by: found.offset - 1)
    }
    guard from > 0 else { return (.none, last, list.next(list.start).map(first) ?? .none) }
    let found = list.find(endingAt: from)
    let span = list.spans[found.handle]
    let left = span.first.advanced(by: found.offset - 1)
    if found.offset < Int(span.count) { return (left, last, left.advanced(by: 1)) }
    let after = SpanList.Place(rank: found.place.rank, slot: found.place.slot + 1)
    return (left, last, list.next(after).map(first) ?? .none)
  }

  private func first(_ step: (handle: Int, after: SpanList.Place)) -> CharacterID {
    list.spans[step.handle].first
  }

  /// Deletes from after `left` to `last`, then inserts content between `left` and `right`.
  ///
  /// The change of another replica deletes only what that replica had seen (Yorkie, `RGATreeSplit`).
  /// - Returns: What happened, or nil, and nothing changed, if a name is unknown or out of order.
  mutating func edit(
    left: CharacterID, last: CharacterID?, right: CharacterID, content: String,
    attributes: [String: String]?, at ticket: TimeTicket, by change: ChangeID?
  ) -> TextEffect? {
    guard content.isEmpty || clock.isNext(ticket), let range = range(left: left, last: last),
      right == .none || list.find(right) != nil
    else { return nil }
    var effect = TextEffect()
    let from = list.liveCount(before: range.start)
    if last != nil {
      remove(range, from: from, at: ticket, by: change, into: &effect)
    }
    guard !content.isEmpty else { return effect }
    guard
      let first = insert(content, attributes: attributes, at: ticket, after: left, before: right)
    else { return nil }
    let at = liveOffset(before: first)
    if let nearest = effect.replacements.last, nearest.from == at {
      effect.replacements[effect.replacements.count - 1].content = content
    } else {
      effect.replacements.append(TextReplacement(from: at, to: at, content: content))
    }
    effect.inserted = [
      TextIdentity(createdAt: ticket, offset: 0, content: content, attributes: attributes)
    ]
    return effect
  }

  /// The places of a stretch, cut at its ends; nil if a name is unknown or the ends are crossed.
  mutating func range(
    left: CharacterID, last: CharacterID?
  ) -> (start: SpanList.Place, last: Int)? {
    guard let last else { return place(after: left).map { ($0, -1) } }
    guard place(after: last) != nil, let start = place(after: left), let end = list.find(last)
    else { return nil }
    let place = list.place(of: end.handle)
    let isOrdered = (start.rank, start.slot) <= (place.rank, place.slot)
    return isOrdered ? (start, end.handle) : nil
  }

  private mutating func remove(
    _ range: (start: SpanList.Place, last: Int), from: Int, at ticket: TimeTicket,
    by change: ChangeID?, into effect: inout TextEffect
  ) {
    let removal = removal(at: ticket)
    var offset = from
    var pending: [TextReplacement] = []
    walk(range, by: change) { text, handle, isKnown in
      let span = text.list.spans[handle]
      defer { offset += text.list.spans[handle].isLive ? Int(span.count) : 0 }
      guard isKnown else { return }
      if span.isLive {
        effect.removed += text.identities(of: span, handle: handle)
        text.markRemoved(handle, by: removal)
        // Live offsets of the text before the operation.
        let start = offset + pending.reduce(0) { $0 + $1.to - $1.from }
        if let open = pending.last, open.to == start {
          pending[pending.count - 1].to += Int(span.count)
        } else {
          pending.append(
            TextReplacement(from: start, to: start + Int(span.count), content: ""))
        }
      } else if !span.isPurged, let change, let removedAt = text.removedAt(span),
        !change.knows(removedAt), ticket > removedAt
      {
        text.markRemoved(handle, by: removal)
      }
    }
    effect.replacements = pending.reversed()
  }

  /// Visits the spans of a stretch, cut so that each was seen by the change as a whole or not.
  mutating func walk(
    _ range: (start: SpanList.Place, last: Int), by change: ChangeID?,
    _ visit: (inout TextState, Int, _ isKnown: Bool) -> Void
  ) {
    guard range.last >= 0 else { return }
    var last = range.last
    var handle = list.next(range.start)?.handle
    while let present = handle {
      let span = list.spans[present]
      var isKnown = true
      if let change {
        let actor = clock.timelines[Int(span.first.actor)].actor
        let limit = change.limit(of: actor)
        let known = clock.knownCount(from: span.first, atMost: Int(span.count), until: limit)
        isKnown = known > 0
        if known > 0, known < Int(span.count) {
          let right = split(present, at: known)
          if present == last { last = right }
        }
      }
      visit(&self, present, isKnown)
      if present == last { return }
      var place = list.place(of: present)
      place.slot += 1
      handle = list.next(place)?.handle
    }
  }

  /// A span with its content, an entry for each insertion that it holds.
  func identities(of span: TextSpan, handle: Int) -> [TextIdentity] {
    let values = span.hasAttributes ? attributes[handle]?.values : nil
    let content = content(of: span)
    var result: [TextIdentity] = []
    var done = 0
    var rest = Substring(content).unicodeScalars
    while done < Int(span.count) {
      let id = span.first.advanced(by: done)
      let length = clock.extent(from: id, atMost: Int(span.count) - done)
      let reference = clock.reference(to: id)
      result.append(
        TextIdentity(
          createdAt: reference.createdAt, offset: reference.offset,
          content: String(Substring(rest.prefix(length))), attributes: values))
      rest = rest.dropFirst(length)
      done += length
    }
    return result
  }

  /// The number of live scalars before a scalar, which need not be live.
  ///
  /// - Precondition: The scalar is known.
  mutating func liveOffset(before id: CharacterID) -> Int {
    guard let found = list.find(id) else { return 0 }
    let before = list.liveCount(before: list.place(of: found.handle))
    return before + (list.spans[found.handle].isLive ? found.offset : 0)
  }
}
