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
    let after = SpanList.Place(leaf: found.place.leaf, slot: found.place.slot + 1)
    return (left, last, list.next(after).map(first) ?? .none)
  }

  private func first(_ step: (handle: Int, after: SpanList.Place)) -> CharacterID {
    list.spans[step.handle].first
  }

  /// Deletes what lies between two names, then inserts content between `left` and `right`.
  ///
  /// - Returns: What happened, or nil, and nothing changed, if a name is unknown or out of order.
  mutating func edit(
    left: CharacterID, last: CharacterID?, right: CharacterID, content: String,
    attributes: [String: String]?, at ticket: TimeTicket
  ) -> TextEffect? {
    guard content.isEmpty || clock.isNext(ticket), let range = range(left: left, last: last)
    else { return nil }
    var effect = TextEffect()
    if last != nil { remove(live(in: range), at: ticket, into: &effect) }
    insert(content, attributes, at: ticket, after: left, before: right, into: &effect)
    return effect
  }

  /// Carries out the edit of any replica.
  ///
  /// - Returns: What happened, or nil, and nothing changed, if a name is unknown.
  mutating func perform(_ edit: TextEdit, at ticket: TimeTicket) -> TextEffect? {
    let left = edit.left.map { clock.id(of: $0) } ?? CharacterID.none
    let right = edit.right.map { clock.id(of: $0) } ?? CharacterID.none
    guard let left, let right, edit.content.isEmpty || clock.isNext(ticket) else { return nil }
    var effect = TextEffect()
    guard edit.removed.allSatisfy({ id(of: $0) != nil }) else { return nil }
    var removed: [Int] = []
    for reach in edit.removed {
      if let first = id(of: reach) { removed += isolate(first, count: reach.count) }
    }
    remove(removed, at: ticket, into: &effect)
    insert(
      edit.content, edit.attributes, at: ticket, after: left, before: right, into: &effect)
    return effect
  }

  /// The name of the first scalar of a reach, or nil if any of its scalars is unknown.
  func id(of reach: TextReach) -> CharacterID? {
    guard reach.count > 0,
      let first = clock.id(
        of: CharacterReference(createdAt: reach.createdAt, offset: reach.offset)),
      reach.count <= Int(clock.timelines[Int(first.actor)].count - first.sequence)
    else { return nil }
    return first
  }

  private mutating func insert(
    _ content: String, _ attributes: [String: String]?, at ticket: TimeTicket,
    after left: CharacterID, before right: CharacterID, into effect: inout TextEffect
  ) {
    guard !content.isEmpty,
      let first = insert(content, attributes: attributes, at: ticket, after: left, before: right)
    else { return }
    let at = liveOffset(before: first)
    if let nearest = effect.replacements.last, nearest.from == at {
      effect.replacements[effect.replacements.count - 1].content = content
    } else {
      effect.replacements.append(TextReplacement(from: at, to: at, content: content))
    }
    effect.inserted = [
      TextIdentity(createdAt: ticket, offset: 0, content: content, attributes: attributes ?? [:])
    ]
  }

  /// The places of a stretch, cut at its ends; nil if a name is unknown or the ends are crossed.
  mutating func range(
    left: CharacterID, last: CharacterID?
  ) -> (start: SpanList.Place, last: Int)? {
    guard let last else { return place(after: left).map { ($0, -1) } }
    guard place(after: last) != nil, let start = place(after: left), let end = list.find(last)
    else { return nil }
    let first = list.next(start)?.handle
    let isInOrder = first == end.handle || first.map { list.isOrdered($0, end.handle) } ?? false
    return isInOrder ? (start, end.handle) : nil
  }

  /// Deletes spans, given in order; a restoration that is later than the ticket stays.
  mutating func remove(_ handles: [Int], at ticket: TimeTicket, into effect: inout TextEffect) {
    guard !handles.isEmpty else { return }
    let removal = removal(at: ticket)
    var replacements: [TextReplacement] = []
    for handle in handles {
      let span = list.spans[handle]
      if let removedAt = removedAt(span) {
        if !span.isPurged, ticket > removedAt, fault != .frozenRemoval {
          markRemoved(handle, by: removal)
        }
        continue
      }
      if let restored = restoredAt[handle], restored > ticket { continue }
      let offset = list.liveCount(before: list.place(of: handle))
      effect.removed.append(identity(of: span, handle: handle))
      markRemoved(handle, by: removal)
      if let open = replacements.last, open.from == offset {
        replacements[replacements.count - 1].to += Int(span.count)
      } else {
        replacements.append(
          TextReplacement(from: offset, to: offset + Int(span.count), content: ""))
      }
    }
    effect.replacements += replacements
  }

  /// The live spans of a stretch that was cut at its ends.
  private func live(in range: (start: SpanList.Place, last: Int)) -> [Int] {
    var handles: [Int] = []
    var place = range.start
    while let (handle, after) = list.next(place) {
      if list.spans[handle].isLive { handles.append(handle) }
      if handle == range.last { break }
      place = after
    }
    return handles
  }

  /// The live scalars between two offsets, by name.
  ///
  /// - Precondition: 0 ≤ `from` < `to` ≤ `count`.
  mutating func reaches(from: Int, to: Int) -> [TextReach] {
    let names = names(from: from, to: to)
    guard let range = range(left: names.left, last: names.last) else { return [] }
    return live(in: range).map { handle in
      let span = list.spans[handle]
      let reference = clock.reference(to: span.first)
      return TextReach(
        createdAt: reference.createdAt, offset: reference.offset, count: Int(span.count))
    }
  }

  /// The scalars of a span with their content.
  func identity(of span: TextSpan, handle: Int) -> TextIdentity {
    let reference = clock.reference(to: span.first)
    return TextIdentity(
      createdAt: reference.createdAt, offset: reference.offset, content: content(of: span),
      attributes: span.hasAttributes ? attributes[handle]?.values ?? [:] : [:])
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
