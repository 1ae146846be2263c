extension Root {
  /// The text of a ticket with its handle, or nil if it was purged.
  private mutating func text(
    of ticket: TimeTicket
  ) throws(DocumentsError) -> (handle: Int, place: Int)? {
    // Most operations are on the text of the last one.
    if recentText > 0, nodes[recentText].createdAt == ticket, let place = text(at: recentText) {
      try beginEditing(place)
      return (recentText, place)
    }
    guard let handle = handle(of: ticket) else { return nil }
    guard let place = text(at: handle) else { throw .damaged("a text was expected") }
    recentText = handle
    try beginEditing(place)
    return (handle, place)
  }

  /// Notes that a text changes: a purge has to look at it, and a transaction may reverse it.
  mutating func beginEditing(_ place: Int) throws(DocumentsError) {
    guard !texts[place].isJournaling else { return }
    if texts[place].sealed != nil { try texts[place].unseal() }
    touchedTexts.insert(place)
    if let fault { texts[place].fault = fault }
    guard journal != nil else { return }
    texts[place].beginJournal()
    journaledTexts.append(place)
  }

  /// The path of a text; that of the last event is kept until something other than texts changes.
  mutating func textPath(of handle: Int) -> String {
    if let recentPath, recentPath.handle == handle { return recentPath.path }
    let path = path(of: handle)
    recentPath = (handle, path)
    return path
  }

  mutating func perform(
    _ edit: TextEdit, on ticket: TimeTicket, at: TimeTicket
  ) throws(DocumentsError) -> OperationEffect {
    guard let (handle, place) = try text(of: ticket) else { return .nothing }
    guard let effect = texts[place].perform(edit, at: at, reportsSteps: reportsSteps) else {
      throw .damaged("a place in a text is unknown")
    }
    // Own edits go through `Transaction.editText`, which knows how to reverse them.
    return OperationEffect(
      events: events(of: effect, handle, edit.attributes ?? [:]), isApplied: isLive(handle))
  }

  /// Carries out an operation of another replica; nearly all edit the text of the one before.
  ///
  /// - Returns: Its steps, as subscribers get them.
  /// - Throws: As `execute`.
  mutating func take(
    _ operation: Operation, of change: ChangeID
  ) throws(DocumentsError) -> [OpInfo] {
    guard case .edit(let ticket, let edit, let at) = operation, recentText > 0,
      nodes[recentText].createdAt == ticket, let place = text(at: recentText),
      texts[place].isJournaling,
      let effect = texts[place].perform(edit, at: at, reportsSteps: reportsSteps)
    else { return try execute(operation, by: change).events }
    return events(of: effect, recentText, edit.attributes ?? [:])
  }

  /// Inserts letters that continue the last edit of the text that was changed last.
  ///
  /// - Returns: Their steps, as subscribers get them, or none if none are reported; nil, with
  ///   nothing changed, if the letters have to be inserted one by one.
  mutating func insert(_ run: LetterRun) -> [OpInfo]? {
    guard recentText > 0, nodes[recentText].createdAt == run.text,
      let place = text(at: recentText), texts[place].isJournaling,
      let first = texts[place].insert(run)
    else { return nil }
    guard reportsSteps else { return [] }
    let (path, at) = (textPath(of: recentText), texts[place].liveOffset(before: first))
    return run.letters.indices.map {
      .edit(path: path, from: at + $0, to: at + $0, content: run.content(of: $0), attributes: [:])
    }
  }

  private mutating func events(
    of effect: TextEffect, _ handle: Int, _ attributes: [String: String]
  ) -> [OpInfo] {
    guard reportsSteps, !effect.replacements.isEmpty else { return [] }
    let path = textPath(of: handle)
    return effect.replacements.map {
      .edit(path: path, from: $0.from, to: $0.to, content: $0.content, attributes: attributes)
    }
  }

  mutating func style(
    _ ticket: TimeTicket, _ reaches: [TextReach], values: [String: String?], at: TimeTicket
  ) throws(DocumentsError) -> OperationEffect {
    guard let (handle, place) = try text(of: ticket) else { return .nothing }
    guard let effect = texts[place].style(reaches, values: values, at: at) else {
      throw .damaged("a place in a text is unknown")
    }
    let path = textPath(of: handle)
    return OperationEffect(
      events: effect.stretches.map {
        .style(path: path, from: $0.lowerBound, to: $0.upperBound, attributes: values)
      },
      reverse: .style(text: ticket, reaches: reaches, values: effect.former, at: .initial),
      isApplied: isLive(handle))
  }

  mutating func restore(
    _ ticket: TimeTicket, restored: [TextIdentity], deleted: [TextReach], at: TimeTicket
  ) throws(DocumentsError) -> OperationEffect {
    guard let (handle, place) = try text(of: ticket) else { return .nothing }
    var effect = TextEffect(reportsSteps: reportsSteps)
    texts[place].retombstone(deleted, at: at, into: &effect)
    let removed = texts[place].identities(of: effect.removed)
    texts[place].restore(restored, at: at, into: &effect)
    return OperationEffect(
      events: events(of: effect, handle, [:]),
      reverse: .restore(text: ticket, restored: removed, deleted: effect.restored, at: .initial),
      isApplied: isLive(handle))
  }
}
