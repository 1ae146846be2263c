/// What a transaction did to a text, by names, so that it can be reversed after further splits.
enum TextJournalEntry: Sendable {
  /// All scalars of the actor from one on.
  case insertion(first: CharacterID)
  case removal(TextSpan, restoredAt: TimeTicket?)
  case attributes(TextSpan, were: AttributeMap?)
  case content(TextSpan, was: String)
}

extension TextState {
  /// Restores the text as it was when the journal began, but for splits, which nobody sees.
  mutating func rollBack() {
    let entries = journal
    endJournal()
    for entry in entries.reversed() {
      switch entry {
      case .insertion(let first): removeInsertions(from: first)
      case .removal(let span, let restored):
        for handle in isolate(span.first, count: Int(span.count)) {
          list.setLive(handle, removal: span.removal)
          restoredAt[handle] = restored
          if !span.hasContent, list.spans[handle].hasContent {
            wastedBytes += Int(list.spans[handle].bytes)
            list.spans[handle].start = -1
            list.spans[handle].bytes = 0
          }
          if span.isLive || span.isPurged {
            tombstones.remove(handle)
          } else {
            tombstones.insert(handle)
          }
          noteGarbage(of: handle)
        }
      case .attributes(let span, let map):
        for handle in isolate(span.first, count: Int(span.count)) { setAttributes(map, of: handle) }
      case .content(let span, let former):
        var rest = Substring(former).unicodeScalars
        for handle in isolate(span.first, count: Int(span.count)) {
          let count = Int(list.spans[handle].count)
          wastedBytes += Int(list.spans[handle].bytes)
          refill(handle, with: String(Substring(rest.prefix(count))))
          rest = rest.dropFirst(count)
        }
      }
    }
  }

  /// Removes what an actor inserted last.
  private mutating func removeInsertions(from first: CharacterID) {
    let count = Int(clock.timelines[Int(first.actor)].count - first.sequence)
    for handle in isolate(first, count: count) {
      tombstones.remove(handle)
      styledTombstones.remove(handle)
      attributes[handle] = nil
      restoredAt[handle] = nil
      wastedBytes += Int(list.spans[handle].bytes)
      list.remove(handle)
    }
    clock.removeLast(from: first)
  }

  /// The spans of a range of names, cut at its ends.
  mutating func isolate(_ first: CharacterID, count: Int) -> [Int] {
    var handles: [Int] = []
    var done = 0
    while done < count, let handle = isolateStart(first.advanced(by: done)) {
      let length = Int(list.spans[handle].count)
      if done + length > count { split(handle, at: count - done) }
      done += Int(list.spans[handle].count)
      handles.append(handle)
    }
    return handles
  }
}
