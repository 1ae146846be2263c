extension Root {
  /// The text of a ticket with its handle, or nil if it was purged.
  private mutating func text(
    of ticket: TimeTicket
  ) throws(DocumentsError) -> (handle: Int, place: Int)? {
    guard let handle = handle(of: ticket) else { return nil }
    guard let place = text(at: handle) else { throw .damaged("a text was expected") }
    beginEditing(place)
    return (handle, place)
  }

  /// Notes that a text changes: a purge has to look at it, and a transaction may reverse it.
  mutating func beginEditing(_ place: Int) {
    touchedTexts.insert(place)
    if let fault { texts[place].fault = fault }
    guard journal != nil, texts[place].journal == nil else { return }
    texts[place].journal = []
    journaledTexts.append(place)
  }

  mutating func perform(
    _ edit: TextEdit, on ticket: TimeTicket, at: TimeTicket
  ) throws(DocumentsError) -> OperationEffect {
    guard let (handle, place) = try text(of: ticket) else { return .nothing }
    guard let effect = texts[place].perform(edit, at: at) else {
      throw .damaged("a place in a text is unknown")
    }
    return self.effect(effect, of: ticket, handle, edit.attributes ?? [:])
  }

  /// The events of an edit and the restoration that reverses it.
  mutating func effect(
    _ effect: TextEffect, of ticket: TimeTicket, _ handle: Int, _ attributes: [String: String]
  ) -> OperationEffect {
    let path = reportsSteps ? path(of: handle) : ""
    let replacements = reportsSteps ? effect.replacements : []
    return OperationEffect(
      events: replacements.map {
        .edit(path: path, from: $0.from, to: $0.to, content: $0.content, attributes: attributes)
      },
      reverse: .restore(
        text: ticket, restored: effect.removed, deleted: effect.inserted, at: .initial),
      isApplied: isLive(handle))
  }

  mutating func style(
    _ ticket: TimeTicket, _ reaches: [TextReach], values: [String: String?], at: TimeTicket
  ) throws(DocumentsError) -> OperationEffect {
    guard let (handle, place) = try text(of: ticket) else { return .nothing }
    guard let effect = texts[place].style(reaches, values: values, at: at) else {
      throw .damaged("a place in a text is unknown")
    }
    let path = path(of: handle)
    return OperationEffect(
      events: effect.stretches.map {
        .style(path: path, from: $0.lowerBound, to: $0.upperBound, attributes: values)
      },
      reverse: .style(text: ticket, reaches: reaches, values: effect.former, at: .initial),
      isApplied: isLive(handle))
  }

  mutating func restore(
    _ ticket: TimeTicket, restored: [TextIdentity], deleted: [TextIdentity], at: TimeTicket
  ) throws(DocumentsError) -> OperationEffect {
    guard let (handle, place) = try text(of: ticket) else { return .nothing }
    var effect = TextEffect()
    texts[place].retombstone(deleted, at: at, into: &effect)
    texts[place].restore(restored, at: at, into: &effect)
    return self.effect(effect, of: ticket, handle, [:])
  }
}
