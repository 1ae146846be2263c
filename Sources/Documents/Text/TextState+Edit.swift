extension TextState {
  /// The names round a stretch of live offsets: the scalar before it and the one after that, and
  /// the first and last scalar to delete.
  ///
  /// - Precondition: 0 ≤ `from` ≤ `to` ≤ `count`.
  mutating func names(
    from: Int, to: Int
  ) -> (left: CharacterID, deleted: (first: CharacterID, last: CharacterID)?, right: CharacterID) {
    var deleted: (first: CharacterID, last: CharacterID)?
    if to > from {
      let first = name(endingAt: from + 1)
      deleted = (first, to == from + 1 ? first : name(endingAt: to))
    }
    guard from > 0 else { return (.none, deleted, list.next(list.start).map(first) ?? .none) }
    let found = list.find(endingAt: from)
    let span = list.spans[found.handle]
    let left = span.first.advanced(by: found.offset - 1)
    list.note(found.handle)
    if found.offset < Int(span.count) { return (left, deleted, left.advanced(by: 1)) }
    let after = SpanList.Place(leaf: found.place.leaf, slot: found.place.slot + 1)
    guard let next = list.next(after)?.handle else { return (left, deleted, .none) }
    list.note(next)
    return (left, deleted, list.spans[next].first)
  }

  private mutating func name(endingAt offset: Int) -> CharacterID {
    let found = list.find(endingAt: offset)
    return list.spans[found.handle].first.advanced(by: found.offset - 1)
  }

  private func first(_ step: (handle: Int, after: SpanList.Place)) -> CharacterID {
    list.spans[step.handle].first
  }

  /// Deletes the live scalars from one name to another, then inserts content between `left` and
  /// `right`.
  ///
  /// - Returns: What happened, or nil, and nothing changed, if a name is unknown or out of order.
  mutating func edit(
    left: CharacterID, deleted: (first: CharacterID, last: CharacterID)?, right: CharacterID,
    content: String, attributes: [String: String]?, at ticket: TimeTicket, reportsSteps: Bool = true
  ) -> TextEffect? {
    guard content.isEmpty || clock.isNext(ticket) else { return nil }
    var effect = TextEffect(reportsSteps: reportsSteps)
    if let deleted {
      guard let handles = live(from: deleted.first, to: deleted.last) else { return nil }
      remove(handles, at: ticket, into: &effect)
    }
    insert(content, attributes, at: ticket, after: left, before: right, into: &effect)
    return effect
  }

  /// Carries out the edit of any replica.
  ///
  /// - Returns: What happened, or nil, and nothing changed, if a name is unknown.
  mutating func perform(
    _ edit: TextEdit, at ticket: TimeTicket, reportsSteps: Bool
  ) -> TextEffect? {
    let left = edit.left.map { clock.id(of: $0) } ?? CharacterID.none
    let right = edit.right.map { clock.id(of: $0) } ?? CharacterID.none
    guard let left, let right, edit.content.isEmpty || clock.isNext(ticket) else { return nil }
    var effect = TextEffect(reportsSteps: reportsSteps, keepsRemoved: false)
    if !edit.removed.isEmpty {
      guard edit.removed.allSatisfy({ id(of: $0) != nil }) else { return nil }
      var removed: [Int] = []
      for reach in edit.removed {
        if let first = id(of: reach) { removed += isolate(first, count: reach.count) }
      }
      remove(removed, at: ticket, into: &effect)
    }
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
    effect.first = first
    effect.count = Int(clock.timelines[Int(first.actor)].count - first.sequence)
    guard effect.reportsSteps else { return }
    let at = liveOffset(before: first)
    if let nearest = effect.replacements.last, nearest.from == at {
      effect.replacements[effect.replacements.count - 1].content = content
    } else {
      effect.replacements.append(LiveReplacement(from: at, to: at, content: content))
    }
  }

  /// Deletes spans, given in order; a restoration that is later than the ticket stays.
  ///
  /// Text that was purged here gets the later time too, so that an earlier restoration which is on
  /// its way does not bring it back.
  mutating func remove(_ handles: [Int], at ticket: TimeTicket, into effect: inout TextEffect) {
    guard !handles.isEmpty else { return }
    let removal = removal(at: ticket)
    var replacements: [LiveReplacement] = []
    for handle in handles {
      let span = list.spans[handle]
      if let removedAt = removedAt(span) {
        if ticket > removedAt, fault != .frozenRemoval {
          markRemoved(handle, by: removal)
        }
        continue
      }
      if let restored = restoredAt(handle), restored > ticket { continue }
      if effect.keepsRemoved { effect.removed.appendSpan(span) }
      let offset = effect.reportsSteps ? list.liveCount(before: list.place(of: handle)) : 0
      markRemoved(handle, by: removal)
      guard effect.reportsSteps else { continue }
      if let open = replacements.last, open.from == offset {
        replacements[replacements.count - 1].to += Int(span.count)
      } else {
        replacements.append(
          LiveReplacement(from: offset, to: offset + Int(span.count), content: ""))
      }
    }
    if effect.replacements.isEmpty {
      effect.replacements = replacements
    } else {
      effect.replacements += replacements
    }
  }

  /// The live spans from one scalar to another, cut at both; nil if they are unknown or crossed.
  private mutating func live(from first: CharacterID, to last: CharacterID) -> [Int]? {
    guard place(after: last) != nil, let start = isolateStart(first), let end = list.find(last),
      start == end.handle || list.isOrdered(start, end.handle)
    else { return nil }
    if start == end.handle { return list.spans[start].isLive ? [start] : [] }
    var handles: [Int] = []
    var place = list.place(of: start)
    while let (handle, after) = list.next(place) {
      if list.spans[handle].isLive { handles.append(handle) }
      if handle == end.handle { break }
      place = after
    }
    return handles
  }

  /// The live scalars between two offsets, by name.
  ///
  /// - Precondition: 0 ≤ `from` < `to` ≤ `count`.
  mutating func reaches(from: Int, to: Int) -> [TextReach] {
    guard let deleted = names(from: from, to: to).deleted,
      let handles = live(from: deleted.first, to: deleted.last)
    else { return [] }
    return handles.map { reach(of: list.spans[$0]) }
  }

  /// The scalars of spans, which may have been cut or deleted since, with their content.
  func identities(of spans: [TextSpan]) -> [TextIdentity] {
    spans.map { span in
      let reference = clock.reference(to: span.first)
      return TextIdentity(
        createdAt: reference.createdAt, offset: reference.offset, content: content(of: span),
        attributes: span.hasAttributes ? attributes(at: span.first) : [:])
    }
  }

  /// Spans by name alone.
  func reaches(of spans: [TextSpan]) -> [TextReach] { spans.map { reach(of: $0) } }

  func reach(of span: TextSpan) -> TextReach {
    let reference = clock.reference(to: span.first)
    return TextReach(
      createdAt: reference.createdAt, offset: reference.offset, count: Int(span.count))
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
