extension TextState {
  /// What a style operation did: the styled stretches, and how the first of them was before.
  struct StyleEffect: Sendable {
    /// Live offsets, ascending; neighbours are joined.
    var stretches: [Range<Int>] = []
    /// Former values of the first styled span, and nil for keys that it did not have.
    var former: [String: String?] = [:]
  }

  /// Writes attributes of scalars and, where the value is nil, removes them.
  ///
  /// Deleted text is styled too, even if it was purged here, so that all replicas agree on it if it
  /// comes back; a restoration that is later than the ticket has the last word on attributes.
  /// - Returns: What happened, or nil, and nothing changed, if a name is unknown.
  mutating func style(
    _ reaches: [TextReach], values: [String: String?], at ticket: TimeTicket
  ) -> StyleEffect? {
    guard reaches.allSatisfy({ id(of: $0) != nil }) else { return nil }
    var effect = StyleEffect()
    var isFirst = true
    for reach in reaches {
      guard let first = id(of: reach) else { continue }
      for handle in isolate(first, count: reach.count) {
        let span = list.spans[handle]
        if let restored = restoredAt(handle), restored > ticket { continue }
        var map = attributes[handle] ?? AttributeMap()
        if isFirst, span.isLive {
          for key in values.keys { effect.former[key] = .some(map.values[key]) }
          isFirst = false
        }
        for (key, value) in values { map.set(key, to: value, at: ticket) }
        setAttributes(map, of: handle)
        if span.isLive { effect.add(list.liveCount(before: list.place(of: handle)), span) }
      }
    }
    return effect
  }
}

extension TextState.StyleEffect {
  fileprivate mutating func add(_ offset: Int, _ span: TextSpan) {
    let end = offset + Int(span.count)
    if let open = stretches.last, open.upperBound == offset {
      stretches[stretches.count - 1] = open.lowerBound..<end
    } else {
      stretches.append(offset..<end)
    }
  }
}
