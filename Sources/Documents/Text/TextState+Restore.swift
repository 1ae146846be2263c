extension TextState {
  /// Brings deleted scalars back with their own identity; live ones stay as they are.
  ///
  /// A purge leaves the places of scalars, so content that was purged returns to its exact place.
  mutating func restore(_ identities: [TextIdentity], at ticket: TimeTicket) -> TextEffect {
    var effect = TextEffect()
    for identity in identities {
      guard let first = id(of: identity) else { continue }
      var rest = Substring(identity.content).unicodeScalars
      for handle in isolate(first, count: identity.count) {
        let span = list.spans[handle]
        let content = String(Substring(rest.prefix(Int(span.count))))
        rest = rest.dropFirst(Int(span.count))
        guard !span.isLive else { continue }
        if span.isPurged { refill(handle, with: content, identity.attributes, at: ticket) }
        markRestored(handle)
        let restored = list.spans[handle]
        let offset = list.liveCount(before: list.place(of: handle))
        effect.inserted += self.identities(of: restored, handle: handle)
        effect.replacements.append(
          TextReplacement(from: offset, to: offset, content: self.content(of: restored)))
      }
    }
    return effect
  }

  /// Deletes exactly these scalars, as far as they are live.
  mutating func retombstone(_ identities: [TextIdentity], at ticket: TimeTicket) -> TextEffect {
    var effect = TextEffect()
    for identity in identities.reversed() {
      guard let first = id(of: identity) else { continue }
      for handle in isolate(first, count: identity.count).reversed() {
        let span = list.spans[handle]
        guard span.isLive else { continue }
        let offset = list.liveCount(before: list.place(of: handle))
        effect.removed.insert(contentsOf: self.identities(of: span, handle: handle), at: 0)
        markRemoved(handle, by: removal(at: ticket))
        effect.replacements.append(
          TextReplacement(from: offset, to: offset + Int(span.count), content: ""))
      }
    }
    return effect
  }

  private func id(of identity: TextIdentity) -> CharacterID? {
    let count = identity.count
    guard count > 0,
      let first = clock.id(
        of: CharacterReference(createdAt: identity.createdAt, offset: identity.offset)),
      clock.extent(from: first, atMost: count) == count
    else { return nil }
    return first
  }

  private mutating func markRestored(_ handle: Int) {
    journal?.append(.removal(list.spans[handle], wasRemovedBy: list.spans[handle].removal))
    list.setLive(handle, removal: -1)
    tombstones.remove(handle)
  }

  private mutating func refill(
    _ handle: Int, with content: String, _ values: [String: String]?, at ticket: TimeTicket
  ) {
    list.spans[handle].start = Int32(buffer.count)
    buffer.append(contentsOf: content.utf8)
    list.spans[handle].bytes = Int32(buffer.count) - list.spans[handle].start
    guard let values, !values.isEmpty else { return }
    setAttributes(AttributeMap(values, at: ticket), of: handle)
  }
}
