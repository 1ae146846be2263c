extension Replica {
  /// Whether there is something to undo.
  public var canUndo: Bool { history.canUndo }
  /// Whether there is something to redo.
  public var canRedo: Bool { !history.redo.isEmpty }

  /// The number of updates that can be undone, 50 unless it is set; nil for no limit.
  public var historyDepth: Int? {
    get { history.depth }
    set { history.depth = newValue }
  }

  /// Forgets what could be undone and redone.
  public mutating func clearHistory() { history.clear() }

  /// Reverses the last update of this replica, and nothing that others did.
  ///
  /// What is too large for one change becomes several, each with a part of the text or of the
  /// elements.
  ///
  /// - Returns: What happened, or nil if there was nothing left to reverse.
  /// - Throws: ``DocumentsError``; the document is as it was. `isTooLarge` for an element that no
  ///   change can bring back: that update is dropped, and the next `undo` reverses the one before.
  @discardableResult
  public mutating func undo() throws(DocumentsError) -> ChangeEvent? {
    guard let entry = history.popUndo(), let done = try reverse(entry) else { return nil }
    if let reverse = done.reverse { history.redo.append(reverse) }
    return done.event
  }

  /// Does again what the last `undo` reversed.
  ///
  /// - Returns: What happened, or nil if there was nothing left to do.
  /// - Throws: ``DocumentsError``; the document is as it was. `isTooLarge` as for ``undo()``.
  @discardableResult
  public mutating func redo() throws(DocumentsError) -> ChangeEvent? {
    guard let entry = history.redo.popLast(), let done = try reverse(entry) else { return nil }
    if let reverse = done.reverse { history.push(reverse) }
    return done.event
  }

  /// What carrying out an entry did, and how to reverse that.
  private struct Done {
    var event: ChangeEvent
    var reverse: History.Entry?

    /// The same with what was done after it, as one.
    func followed(by next: Done) -> Done {
      Done(
        event: ChangeEvent(
          actor: event.actor, message: nil,
          clientSequence: max(event.clientSequence, next.event.clientSequence), serverSequence: 0,
          operations: event.operations + next.event.operations),
        reverse: next.reverse.map { $0.followed(by: reverse) } ?? reverse)
    }
  }

  /// Carries out an entry in as few changes as it takes: all of them, or none.
  private mutating func reverse(_ entry: History.Entry) throws(DocumentsError) -> Done? {
    do throws(DocumentsError) {
      return try perform(entry)
    } catch {
      guard error.isTooLarge else { throw error }
    }
    // Of a copy, which nobody sees unless each part fits.
    var result = self
    let done = try result.performParts(of: entry)
    self = result
    return done
  }

  private mutating func performParts(of entry: History.Entry) throws(DocumentsError) -> Done? {
    do throws(DocumentsError) {
      return try perform(entry)
    } catch {
      guard error.isTooLarge, let halves = entry.halves(in: root) else { throw error }
      let first = try performParts(of: halves.first)
      let second = try performParts(of: halves.second)
      guard let first, let second else { return first ?? second }
      return first.followed(by: second)
    }
  }

  /// Carries out an entry in one change.
  private mutating func perform(_ entry: History.Entry) throws(DocumentsError) -> Done? {
    guard !isRemoved else { throw DocumentsError(code: .removed, detail: key) }
    let transaction = beginTransaction()
    let presence = Presence(presences[actor] ?? [:])
    let renamed = history.renamed
    do throws(DocumentsError) {
      for step in entry.steps {
        let names = history
        guard
          let done = try transaction.performAgain(
            step.operation, renamed: { names.current($0) })
        else { continue }
        guard let copy = transaction.root.handle(of: done.executedAt), done.value != nil else {
          continue
        }
        for (old, new) in zip(step.copied, transaction.root.identities(of: copy)) {
          history.renamed[old] = new
        }
      }
      try checkChange(of: transaction, nil)
    } catch {
      abort(transaction)
      history.renamed = renamed
      throw error
    }
    if !entry.presence.isEmpty { presence.restore(entry.presence) }
    var reverse: History.Entry?
    let event = commit(transaction, presence, message: nil) { reverse = $1 }
    return event.map { Done(event: $0, reverse: reverse) }
  }
}
