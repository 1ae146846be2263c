// MARK: - The only ways in which the text changes

extension Editor {
  /// Replaces a range as part of the open undo step; places in the text follow.
  mutating func change(_ range: Range<Int>, _ replacement: String) {
    charge(range.count, replacement.utf8.count)
    let removed = buffer.text(in: range)
    guard !removed.hasSameBytes(as: replacement) else { return }
    let edit = UndoEdit(offset: range.lowerBound, removed: removed, inserted: replacement)
    history.record(edit, cursor: turn.cursorAtCommand)
    marks[Marks.lastChange] = range.lowerBound
    applyLocally(edit.forward)
  }

  /// Counts what a replacement of some bytes by others costs, and asks for their room.
  ///
  /// It is still to be performed, so that places computed from it exist.
  private mutating func charge(_ removed: Int, _ inserted: Int) {
    let places = (lines.awaited?.count ?? 0) + content.breaks.offsets.count
    meter.spend(15 + (removed + inserted) >> 8 + places >> 8)
    if inserted > removed { _ = makeRoom(for: inserted - removed) }
  }

  /// Performs a step of the history, which is not recorded again.
  mutating func replay(_ step: UndoStep) {
    perform(step.edits)
  }

  /// Performs edits one after the other; many that follow one another in one walk over the text.
  mutating func perform(_ edits: [UndoEdit]) {
    var rest = edits[...]
    while let edit = rest.first {
      if rest.count >= ChangeSet.worthwhile, lines.awaited == nil,
        let set = ChangeSet(leading: rest)
      {
        apply(set)
        turn.note(rest.prefix(set.count).map(\.forward))
        rest.removeFirst(set.count)
      } else {
        applyLocally(edit.forward)
        rest.removeFirst()
      }
    }
  }

  private mutating func apply(_ set: ChangeSet) {
    content.apply(set)
    marks.move { set.mapped($0, bias: .before) }
    for index in others.indices { others[index].move { set.mapped($0, bias: .after) } }
    viewport.move { set.mapped($0, bias: .before) }
    visual.move { set.mapped($0, bias: .before) }
    // What is asked about is gone: only taking all, undo and redo come here.
    dialogue.apply(set)
    typing.move { set.mapped($0, bias: .before) }
    search.forgetPlaces()
    caret.move { set.mapped($0, bias: .after) }
  }

  private mutating func applyLocally(_ change: TextChange) {
    applyToPlaces(change, bias: .before)
    caret.move { change.mapped($0, bias: .after) }
    turn.note(CollectionOfOne(change))
  }

  /// Changes the buffer and all that points into it but the selection.
  private mutating func applyToPlaces(_ change: TextChange, bias: TextChange.Bias) {
    lines.apply(change, to: buffer)
    content.apply(change)
    marks.apply(change)
    for index in others.indices { others[index].move { change.mapped($0, bias: .after) } }
    viewport.move { change.mapped($0, bias: bias) }
    visual.move { change.mapped($0, bias: .before) }
    dialogue.apply(change)
    typing.move { change.mapped($0, bias: .before) }
    search.forgetPlaces()
  }

  /// Applies a change made elsewhere: my cursor, marks, view and undo history stay with their text.
  ///
  /// What is inserted at my cursor lands before it. An open completion follows the text.
  ///
  /// - Parameter change: For the text as it is now.
  public mutating func apply(remote change: TextChange) {
    let row = cursorCell?.row
    applyToPlaces(change, bias: .after)
    // Its lines may be others now; what is typed is typed in one of them.
    typing.leaveBlock()
    work.invalidate()
    history.rebase(over: change)
    caret.move { change.mapped($0, bias: .after) }
    completing.move { change.mapped($0, bias: .after) }
    if confirmation != nil { showMatch() }
    settle()
    keepViewport(cursorRow: row)
  }

  /// Undoes the last step.
  mutating func undo(count: Int) {
    history.closeStep(cursor: cursor)
    for _ in 0..<count {
      guard let step = history.takeUndo() else {
        return fail(.nothingToUndo)
      }
      meter.spend(step.work)
      if meter.isSpent { return }
      replay(step)
      caret.place(at: cursor(after: step))
      settle()
    }
  }

  /// Where the cursor goes when a step was undone.
  ///
  /// To where it was, if that is in the first line that changed; else to the first change.
  private func cursor(after step: UndoStep) -> Int {
    let old = min(step.cursorAfter, buffer.byteCount)
    // A last line is removed with the line end before it; it is the line that counts.
    let places = step.edits.map { $0.offset + ($0.inserted.utf8.first == 0x0a ? 1 : 0) }
    let first = min(places.min() ?? old, buffer.byteCount)
    return state == .plain || buffer.line(at: old) == buffer.line(at: first) ? old : first
  }

  /// Does the last step that was undone again.
  mutating func redo(count: Int) {
    history.closeStep(cursor: cursor)
    for _ in 0..<count {
      guard let step = history.takeRedo() else {
        return fail(.nothingToRedo)
      }
      meter.spend(step.work)
      if meter.isSpent { return }
      replay(step)
      let place = state == .plain ? step.cursorAfter : step.edits.first?.offset ?? cursor
      caret.place(at: min(place, buffer.byteCount))
      settle()
    }
  }
}

// MARK: - Places

extension Editor {
  /// Puts both ends of the selection where the mode allows them.
  mutating func settle() {
    let head = settled(selection.head)
    let anchor = state.isVisual || state == .plain ? settled(selection.anchor) : head
    caret.select(Selection(anchor: anchor, head: head))
  }

  private func settled(_ offset: Int) -> Int {
    var offset = buffer.clusterStart(at: min(max(0, offset), buffer.byteCount))
    if state.isTyping || (prompt != nil && state == .plain) { return offset }
    // What is done between typing may end after a line, where typing goes on.
    if modes.once != nil, state == .normal { return offset }
    // A block cursor is on a cluster of the line, not on what ends it.
    if offset == buffer.byteCount || buffer.isLineBreak(at: offset) {
      offset = buffer.lastPosition(ofLine: buffer.line(at: offset))
    }
    return offset
  }

  /// Moves the cursor; a visual selection keeps its anchor.
  mutating func moveCursor(to offset: Int, keepingGoal: Bool = false) {
    if !keepingGoal { caret.forgetGoal() }
    // Of a selection whose beginning moves the end stays.
    let staysAtEnd = selection.head < selection.anchor
    caret.extend(to: offset)
    if !state.isVisual { caret.anchor(at: offset) }
    settle()
    if !staysAtEnd || selection.head >= selection.anchor { visual.takeLineEnd(false) }
  }
}

// MARK: - Undo across restarts

extension Editor {
  /// The history to keep for the next run, with the text it belongs to; linear in the text.
  ///
  /// - Parameter limit: About how many bytes of text to keep at most.
  /// - Returns: The newest steps that fit.
  public func archivedHistory(limit: Int = 1 << 20) -> UndoArchive {
    var closed = history
    closed.closeStep(cursor: cursor)
    return UndoArchive(closed, buffer: buffer, cursor: cursor, limit: limit)
  }

  /// Takes up a history of an earlier run, and its cursor.
  ///
  /// - Parameter archive: What `archivedHistory(limit:)` gave.
  /// - Returns: Whether it belonged to exactly this text; otherwise nothing changes.
  @discardableResult
  public mutating func restoreHistory(_ archive: UndoArchive) -> Bool {
    guard archive.matches(buffer), archive.isConsistent(with: buffer) else { return false }
    history.restore(undoable: archive.undoable, redoable: archive.redoable)
    moveCursor(to: archive.cursor)
    caret.collapse()
    scrollToCursor()
    return true
  }
}
