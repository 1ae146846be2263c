extension TextState {
  /// What a style operation did: the styled stretches, and how the first of them was before.
  struct StyleEffect: Sendable {
    /// Live offsets, ascending; neighbours are joined.
    var stretches: [Range<Int>] = []
    /// Former values of the first styled span, and nil for keys that it did not have.
    var former: [String: String?] = [:]
  }

  /// Writes attributes of a stretch and, where the value is nil, removes them.
  ///
  /// Text that the maker of the change had not seen keeps its attributes (Yorkie's `style`).
  /// - Returns: What happened, or nil, and nothing changed, if a name is unknown or out of order.
  mutating func style(
    left: CharacterID, last: CharacterID?, values: [String: String?], at ticket: TimeTicket,
    by change: ChangeID?
  ) -> StyleEffect? {
    guard let range = range(left: left, last: last) else { return nil }
    var effect = StyleEffect()
    var offset = list.liveCount(before: range.start)
    var isFirst = true
    walk(range, by: change) { text, handle, isKnown in
      let span = text.list.spans[handle]
      defer { offset += span.liveCount }
      guard isKnown, !span.isPurged, text.removedAt(span).map({ ticket > $0 }) ?? true
      else { return }
      var map = text.attributes[handle] ?? AttributeMap()
      if isFirst {
        for key in values.keys { effect.former[key] = .some(map.values[key]) }
        isFirst = false
      }
      for (key, value) in values { map.set(key, to: value, at: ticket) }
      text.setAttributes(map, of: handle)
      guard span.isLive else { return }
      if let open = effect.stretches.last, open.upperBound == offset {
        effect.stretches[effect.stretches.count - 1] =
          open.lowerBound..<offset + Int(span.count)
      } else {
        effect.stretches.append(offset..<offset + Int(span.count))
      }
    }
    return effect
  }
}
