extension TextState {
  /// Brings deleted scalars back with their own identity.
  ///
  /// The latest of the deletions and restorations of a scalar decides whether it is live. A purge
  /// leaves the places of scalars, so content that was purged returns to its exact place. The
  /// content is that of the latest restoration, also where nothing was purged: all have the same.
  mutating func restore(
    _ identities: [TextIdentity], at ticket: TimeTicket, into effect: inout TextEffect
  ) {
    if fault == .newIdentity { return insertAgain(identities, at: ticket) }
    for identity in identities {
      guard let first = id(of: identity.reach) else { continue }
      var rest = Substring(identity.content).unicodeScalars
      for handle in isolate(first, count: identity.count) {
        let span = list.spans[handle]
        let content = String(Substring(rest.prefix(Int(span.count))))
        rest = rest.dropFirst(Int(span.count))
        if let removedAt = removedAt(span), ticket > removedAt {
          markRestored(handle, with: content)
          restoreAttributes(of: handle, to: identity.attributes, at: ticket)
          let restored = list.spans[handle]
          let offset = list.liveCount(before: list.place(of: handle))
          effect.restored.append(reach(of: restored))
          effect.replacements.append(
            LiveReplacement(from: offset, to: offset, content: self.content(of: restored)))
        } else if span.isLive, (restoredAt(handle) ?? .initial) < ticket {
          noteRemoval(handle)
          restoreAttributes(of: handle, to: identity.attributes, at: ticket)
          if setContent(of: handle, to: content) {
            let offset = list.liveCount(before: list.place(of: handle))
            effect.replacements.append(
              LiveReplacement(from: offset, to: offset + Int(span.count), content: content))
          }
        } else {
          continue
        }
        restoredAt[handle] = ticket
      }
    }
  }

  /// The planted fault: new scalars in place of the old ones.
  private mutating func insertAgain(_ identities: [TextIdentity], at ticket: TimeTicket) {
    guard let identity = identities.first, let first = id(of: identity.reach),
      clock.isNext(ticket)
    else { return }
    insert(identity.content, attributes: nil, at: ticket, after: first, before: .none)
  }

  /// Deletes exactly these scalars.
  mutating func retombstone(
    _ reaches: [TextReach], at ticket: TimeTicket, into effect: inout TextEffect
  ) {
    for reach in reaches {
      guard let first = id(of: reach) else { continue }
      remove(isolate(first, count: reach.count), at: ticket, into: &effect)
    }
  }

  /// Writes the attributes that came with a restoration, where nothing later was written.
  private mutating func restoreAttributes(
    of handle: Int, to values: [String: String], at ticket: TimeTicket
  ) {
    guard !values.isEmpty || list.spans[handle].hasAttributes else { return }
    var map = attributes[handle] ?? AttributeMap()
    for key in Set(map.entries.keys).union(values.keys) {
      map.set(key, to: values[key], at: ticket)
    }
    setAttributes(map, of: handle)
  }

  private mutating func markRestored(_ handle: Int, with content: String) {
    noteRemoval(handle)
    setContent(of: handle, to: content)
    list.setLive(handle, removal: -1)
    tombstones.remove(handle)
  }

  /// - Returns: Whether it was another content.
  @discardableResult
  private mutating func setContent(of handle: Int, to content: String) -> Bool {
    let span = list.spans[handle]
    guard span.hasContent else {
      refill(handle, with: content)
      return true
    }
    let former = buffer[Int(span.start)..<Int(span.start + span.bytes)]
    guard !former.elementsEqual(content.utf8) else { return false }
    if isJournaling {
      journal.append(.content(span, was: String(decoding: former, as: UTF8.self)))
    }
    wastedBytes += Int(span.bytes)
    refill(handle, with: content)
    return true
  }

  /// Gives a span its content at the end of the buffer.
  mutating func refill(_ handle: Int, with content: String) {
    list.spans[handle].start = Int32(buffer.count)
    buffer.append(contentsOf: content.utf8)
    list.spans[handle].bytes = Int32(buffer.count) - list.spans[handle].start
  }
}
