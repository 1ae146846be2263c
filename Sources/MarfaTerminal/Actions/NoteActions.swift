import MarfaSDK
import NoteFiles
import TerminalLayers
import Workbench

/// What the person can do with a note's life: every action can be undone but the last one.
@MainActor struct NoteActions {
  let context: Context
  let workspace: Workspace
  let boxes: Boxes

  /// Does something to the marked notes or the selected one, now and on redo, and can undo it.
  func act(
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
    let name = workspace.named(ids)
    let run: @MainActor () async throws -> Void = {
      if leaving == .leaves, list.selectedRow?.id == selected { list.selectNeighbour() }
      let gone = try await Self.each(ids, perform)
      if gone == ids.count { try Self.refuse(gone, of: ids, called: name) }
    }
    context.work.perform(purpose) {
      try await run()
      _ = workspace.list.clearMarks()
      context.messages.notice("\(summary(ids.count)). u to undo.")
      afterwards()
      context.history.record(
        ActionHistory.Entry(
          summary: summary(ids.count),
          undo: {
            let gone = try await Self.each(ids, undo)
            // What the person brings back is no news: it is where the person left it.
            if leaving == .leaves, try await list.window.index(of: selected) != nil {
              list.show(id: selected)
            }
            try Self.refuse(gone, of: ids, called: name)
          }, redo: run))
    }
  }

  /// Does something to each note; those that are not here any more keep it from no other.
  ///
  /// - Returns: How many are not here any more.
  private static func each(
    _ ids: [String], _ perform: @MainActor (String) async throws -> Void
  ) async throws -> Int {
    var gone = 0
    for id in ids {
      do { try await perform(id) } catch is NotFoundError { gone += 1 }
    }
    return gone
  }

  /// Says that notes are not here any more: somebody has purged them, perhaps elsewhere.
  private static func refuse(_ gone: Int, of ids: [String], called name: String) throws {
    guard gone > 0 else { return }
    let what = gone == ids.count ? name : "\(gone) of \(name)"
    throw CommandFailure(
      .notFound,
      "\(what) \(gone == 1 ? "was" : "were") permanently deleted.")
  }

  /// Whether the notes leave the list by an action; then the selection goes to a neighbour first.
  enum Departure: Hashable {
    case stays, leaves
  }

  /// Moves the notes to the trash.
  func trash() {
    workspace.note.saveNow()
    act(
      "Moving to the trash", done: { Self.counted($0, "moved to the trash") },
      leaving: .leaves,
      perform: { [context] in try await context.client.items.delete(id: $0) },
      undo: { [context] in _ = try await context.client.items.restore(id: $0) },
      afterwards: {
        context.hintOnce(
          "trash",
          "Moved to the trash. u to undo. g t shows the trash.")
      })
  }

  /// Takes the notes out of the trash.
  func restore() {
    if workspace.note.restoreEdited() { return }
    act(
      "Restoring", done: { Self.counted($0, "restored") }, leaving: .leaves,
      perform: { [context] in _ = try await context.client.items.restore(id: $0) },
      undo: { [context] in try await context.client.items.delete(id: $0) })
  }

  /// Archives the notes, or unarchives them if the selected one is archived.
  func toggleArchive() {
    let toActive = workspace.selectedNote?.state == .archived
    let (target, back): (ItemState, ItemState) =
      toActive ? (.active, .archived) : (.archived, .active)
    act(
      toActive ? "Unarchiving" : "Archiving",
      done: { Self.counted($0, toActive ? "unarchived" : "archived") },
      leaving: workspace.list.holds(toActive ? .active : .archived) ? .stays : .leaves,
      perform: { [context] in _ = try await context.client.items.transition(id: $0, to: target) },
      undo: { [context] in _ = try await context.client.items.transition(id: $0, to: back) })
  }

  /// Adds the notes to the favourites, or removes them when the selected one is there.
  func togglePin() {
    let remove = workspace.selectedNote?.isFavourite == true
    let add: @MainActor (String) async throws -> Void = { [context] in
      _ = try await context.client.metadata.addTags(id: $0, tags: [TagRules.favorite])
    }
    let drop: @MainActor (String) async throws -> Void = { [context] in
      _ = try await context.client.metadata.removeTag(id: $0, tag: TagRules.favorite)
    }
    act(
      remove ? "Removing from the favourites" : "Adding to the favourites",
      done: {
        Self.counted($0, remove ? "removed from the favourites" : "added to the favourites")
      },
      perform: remove ? drop : add, undo: remove ? add : drop)
  }

  /// Asks, then permanently deletes the notes.
  func purge() {
    let ids = workspace.list.targets
    boxes.confirm(
      "Permanently delete \(workspace.named(ids))? This cannot be undone.", key: "p",
      label: "delete"
    ) {
      context.work.perform("Deleting") {
        workspace.list.selectNeighbour()
        for id in ids {
          let gone = try await context.client.store.purgeItem(id: id)
          gone.forEach(workspace.note.sessions.abandon)
          try await context.undoArchives.forget(noteIds: gone)
        }
        _ = workspace.list.clearMarks()
        context.messages.notice("\(Self.counted(ids.count, "permanently deleted")).")
      }
    }
  }

  /// Marks all notes of the list; takes the marks away when all have one.
  func toggleAllMarks() {
    context.work.perform("Marking all notes") {
      let list = workspace.list
      let ids = try await list.window.ids()
      if list.marked.isSuperset(of: ids) { _ = list.clearMarks() } else { list.mark(ids) }
    }
  }

  private static func counted(_ count: Int, _ what: String) -> String {
    count == 1 ? what.prefix(1).uppercased() + what.dropFirst() : "\(count) notes \(what)"
  }
}

extension Workspace {
  /// The selected note by its title, marked ones by their number.
  func named(_ ids: [String]) -> String {
    if let row = selectedNote, ids == [row.id] { return "“\(row.displayTitle)”" }
    return ids.count == 1 ? "the marked note" : "\(ids.count) notes"
  }
}
