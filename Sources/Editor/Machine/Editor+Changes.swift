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
    let places = (awaitedLines?.count ?? 0) + breaks.offsets.count
    meter.spend(5 + (removed + inserted) >> 8 + places >> 8)
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
      if rest.count >= ChangeSet.worthwhile, awaitedLines == nil, let set = ChangeSet(leading: rest)
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
    buffer = set.applied(to: buffer)
    blocks = BlockStates()
    breaks = LongLineBreaks(buffer)
    marks.move { set.mapped($0, bias: .before) }
    viewport.top = set.mapped(viewport.top, bias: .before)
    visual.move { set.mapped($0, bias: .before) }
    // What is asked about is gone: only taking all, undo and redo come here.
    confirmation?.end { set.mapped($0, bias: .before) }
    search.forgetPlaces()
    movePlaces { set.mapped($0, bias: $1) }
    selection = selection.moved { set.mapped($0, bias: .after) }
  }

  /// Moves what waits at places of the text: typing, an open line, a preview.
  private mutating func movePlaces(_ moved: (Int, TextChange.Bias) -> Int) {
    typing.start = typing.start.map { moved($0, .before) }
    previewOffset = previewOffset.map { moved($0, .after) }
    guard let line = prompt else { return }
    prompt?.origin = moved(line.origin, .after)
    guard let scope = line.scope else { return }
    let start = moved(scope.lowerBound, .after)
    prompt?.scope = start..<max(start, moved(scope.upperBound, .before))
  }

  private mutating func applyLocally(_ change: TextChange) {
    applyToPlaces(change, bias: .before)
    selection = selection.mapped(over: change, bias: .after)
    turn.note(CollectionOfOne(change))
  }

  /// Changes the buffer and all that points into it but the selection.
  private mutating func applyToPlaces(_ change: TextChange, bias: TextChange.Bias) {
    awaitedLines?.apply(change, to: buffer)
    blocks.willApply(change, to: buffer)
    buffer.apply(change)
    blocks.didApply(change, to: buffer)
    breaks.apply(change, buffer: buffer)
    marks.apply(change)
    viewport.top = change.mapped(viewport.top, bias: bias)
    visual.move { change.mapped($0, bias: .before) }
    confirmation?.apply(change)
    search.forgetPlaces()
    movePlaces { change.mapped($0, bias: $1) }
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
    typing.block = nil
    work.invalidate()
    history.rebase(over: change)
    selection = selection.mapped(over: change, bias: .after)
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
      selection = Selection(at: cursor(after: step))
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
      selection = Selection(at: min(place, buffer.byteCount))
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
    selection = Selection(anchor: anchor, head: head)
  }

  private func settled(_ offset: Int) -> Int {
    var offset = buffer.clusterStart(at: min(max(0, offset), buffer.byteCount))
    if state.isTyping || (prompt != nil && state == .plain) { return offset }
    // What is done between typing may end after a line, where typing goes on.
    if normalOnce != nil, state == .normal { return offset }
    // A block cursor is on a cluster of the line, not on what ends it.
    if offset == buffer.byteCount || buffer.isLineBreak(at: offset) {
      offset = buffer.lastPosition(ofLine: buffer.line(at: offset))
    }
    return offset
  }

  /// Moves the cursor; a visual selection keeps its anchor.
  mutating func moveCursor(to offset: Int, keepingGoal: Bool = false) {
    if !keepingGoal { goal = nil }
    // Of a selection whose beginning moves the end stays.
    let staysAtEnd = selection.head < selection.anchor
    selection.head = offset
    if !state.isVisual { selection.anchor = offset }
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
    selection.anchor = selection.head
    scrollToCursor()
    return true
  }
}
