import MarfaSDK

/// What the person can do with a note's life: every action can be taken back but the last one.
extension Application {
  /// The note that commands act on: the selected row of the list, which is the note in the note pane
  /// while that has the keys.
  package var selectedNote: ItemRow? {
    noteBesideList == nil ? workspace.list.selectedRow : nil
  }

  /// The note in the note pane when that has the keys and the list selects another: the list may have
  /// been read anew, or not hold it.
  var noteBesideList: String? {
    guard workspace.focus == .note, let id = workspace.note.id else { return nil }
    return workspace.list.selectedRow?.id == id ? nil : id
  }

  /// Does something to the marked notes or the selected one, now and on redo, and can undo it.
  package func act(
    _ purpose: String, done summary: @escaping (Int) -> String,
    leaving: Departure = .stays,
    perform: @escaping @MainActor (String) async throws -> Void,
    undo: @escaping @MainActor (String) async throws -> Void,
    afterwards: @escaping @MainActor () -> Void = {}
  ) {
    let list = workspace.list
    let ids = list.targets
    guard let first = ids.first else { return }
    let selected = list.selectedRow.map(\.id).flatMap { ids.contains($0) ? $0 : nil } ?? first
    let run: @MainActor () async throws -> Void = {
      if leaving == .leaves, list.selectedRow?.id == selected { list.selectNeighbour() }
      for id in ids { try await perform(id) }
    }
    self.perform(purpose) { [self] in
      try await run()
      _ = workspace.list.clearMarks()
      messages.notice("\(summary(ids.count)). u to undo.")
      afterwards()
      actions.record(
        ActionHistory.Entry(
          summary: summary(ids.count),
          undo: {
            for id in ids { try await undo(id) }
            // What the person brings back is no news: it is where the person left it.
            if leaving == .leaves, try await list.window.index(of: selected) != nil {
              list.show(id: selected)
            }
          }, redo: run))
    }
  }

  /// Whether the notes leave the list by an action; then the selection goes to a neighbour first.
  package enum Departure: Hashable {
    case stays, leaves
  }

  /// Takes the last action back; while a note is edited, its last change.
  package func undo() {
    if workspace.focus == .note, workspace.note.performInEditor(.command(.undo)) { return }
    guard let entry = actions.takeUndo() else {
      messages.notice("Nothing to undo.")
      return
    }
    performHolding("Taking back") { [self] in
      try await entry.undo()
      messages.notice("Undone: \(entry.summary).")
    }
  }

  /// Does the action, or while a note is edited the change, again that was taken back.
  package func redo() {
    if workspace.focus == .note, workspace.note.performInEditor(.command(.redo)) { return }
    guard let entry = actions.takeRedo() else {
      messages.notice("Nothing to redo.")
      return
    }
    performHolding("Doing again") { [self] in
      try await entry.redo()
      messages.notice("Redone: \(entry.summary).")
    }
  }

  /// Moves the notes to the trash.
  package func trashNote() {
    workspace.note.saveNow()
    act(
      "Moving to the trash", done: { Self.counted($0, "moved to the trash") },
      leaving: .leaves,
      perform: { [client] in try await client.items.delete(id: $0) },
      undo: { [client] in _ = try await client.items.restore(id: $0) },
      afterwards: { [self] in
        hintOnce(
          "trash",
          "Moved to the trash. u to undo. g t shows the trash.")
      })
  }

  /// Takes the notes out of the trash.
  package func restoreNote() {
    if workspace.note.restoreEdited() { return }
    act(
      "Restoring", done: { Self.counted($0, "restored") }, leaving: .leaves,
      perform: { [client] in _ = try await client.items.restore(id: $0) },
      undo: { [client] in try await client.items.delete(id: $0) })
  }

  /// Puts the notes into the archive, or takes them out when the selected one is there.
  package func toggleArchive() {
    let toActive = selectedNote?.state == .archived
    let (target, back): (ItemState, ItemState) =
      toActive ? (.active, .archived) : (.archived, .active)
    act(
      toActive ? "Taking out of the archive" : "Putting into the archive",
      done: { Self.counted($0, toActive ? "taken out of the archive" : "put into the archive") },
      leaving: workspace.list.holds(toActive ? .active : .archived) ? .stays : .leaves,
      perform: { [client] in _ = try await client.items.transition(id: $0, to: target) },
      undo: { [client] in _ = try await client.items.transition(id: $0, to: back) })
  }

  /// Adds the notes to the favourites, or removes them when the selected one is there.
  package func togglePin() {
    let remove = selectedNote?.isFavourite == true
    let add: @MainActor (String) async throws -> Void = { [client] in
      _ = try await client.metadata.addTags(id: $0, tags: ["favorite"])
    }
    let drop: @MainActor (String) async throws -> Void = { [client] in
      _ = try await client.metadata.removeTag(id: $0, tag: "favorite")
    }
    act(
      remove ? "Removing from the favourites" : "Adding to the favourites",
      done: {
        Self.counted($0, remove ? "removed from the favourites" : "added to the favourites")
      },
      perform: remove ? drop : add, undo: remove ? add : drop)
  }

  /// Asks, then deletes the notes for ever.
  package func purgeNote() {
    let ids = workspace.list.targets
    let what = named(ids)
    compositor.push(
      ConfirmDialog(
        application: self, question: "Delete \(what) for ever? This cannot be taken back.",
        confirmKey: "p", confirmLabel: "purge"
      ) { [self] in
        perform("Deleting") { [self] in
          workspace.list.selectNeighbour()
          for id in ids {
            try await undoArchives.forget(noteIDs: client.store.purgeItem(id: id))
          }
          _ = workspace.list.clearMarks()
          messages.notice("\(Self.counted(ids.count, "deleted for ever")).")
        }
      })
  }

  private static func counted(_ count: Int, _ what: String) -> String {
    count == 1 ? what.prefix(1).uppercased() + what.dropFirst() : "\(count) notes \(what)"
  }
}
