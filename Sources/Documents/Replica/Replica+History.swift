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
  /// - Returns: What happened, or nil if there was nothing left to reverse.
  /// - Throws: ``DocumentsError``; the document is as it was. `isTooLarge` for what no change can
  ///   bring back as a whole; it stays the next to be undone, until ``clearHistory()``.
  @discardableResult
  public mutating func undo() throws(DocumentsError) -> ChangeEvent? {
    guard let entry = history.popUndo() else { return nil }
    do throws(DocumentsError) {
      return try perform(entry) { $0.history.redo.append($1) }
    } catch {
      if error.isTooLarge { history.putBack(entry) }
      throw error
    }
  }

  /// Does again what the last `undo` reversed.
  ///
  /// - Returns: What happened, or nil if there was nothing left to do.
  /// - Throws: ``DocumentsError``; the document is as it was. `isTooLarge` as for ``undo()``.
  @discardableResult
  public mutating func redo() throws(DocumentsError) -> ChangeEvent? {
    guard let entry = history.redo.popLast() else { return nil }
    do throws(DocumentsError) {
      return try perform(entry) { $0.history.push($1) }
    } catch {
      if error.isTooLarge { history.redo.append(entry) }
      throw error
    }
  }

  private mutating func perform(
    _ entry: History.Entry, remember: (inout Replica, History.Entry) -> Void
  ) throws(DocumentsError) -> ChangeEvent? {
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
    return commit(transaction, presence, message: nil, remember: remember)
  }
}
