import TerminalLayers
import TerminalUI

extension ListPane {
  /// The keys that matter in the list.
  package var hints: [ActionHint] {
    if source == .conflicts { return hintsAmongConflicts }
    // A note that was brought back stays in sight: its keys are those of any note.
    if selectedRow.map({ $0.state == .trashed }) ?? (source == .trash) {
      return [ActionHint("note.open", "open")] + [ActionHint].inTrash + [
        ActionHint("notebook.restore", "notebooks"), ActionHint("list.filter", "filter"),
        ActionHint("go.notes", "all notes"),
      ]
    }
    if source == .archive, selectedRow?.state != .active {
      return [
        ActionHint("note.open", "open"), ActionHint("note.archive", "unarchive"),
        ActionHint("list.filter", "filter"), ActionHint("go.notes", "all notes"),
      ]
    }
    if source == .refused {
      return [
        ActionHint("note.open", "open"), ActionHint("note.insert", "edit"),
        ActionHint("go.sync", "retry, discard, copy"),
      ]
    }
    let sources = around.showsSources ? [] : [ActionHint("pane.sources", "notebooks")]
    return sources + [
      ActionHint("note.open", "open"), ActionHint("note.insert", "edit"),
      ActionHint("note.new", "new"),
      ActionHint("note.tags", "tags"), ActionHint("list.filter", "search"),
      ActionHint("go.anywhere", "go to"), ActionHint("note.trash", "trash"),
    ]
  }

  /// Where no note has a conflict any more there is nothing to resolve.
  private var hintsAmongConflicts: [ActionHint] {
    guard window.listedCount > 0 || isAwaited else {
      // The note whose conflict was settled last may still be there.
      return (window.count > 0 ? [ActionHint("note.open", "open")] : [])
        + [ActionHint("go.notes", "all notes"), ActionHint("go.sync", "server")]
    }
    return [
      ActionHint("conflict.resolve", "resolve"), ActionHint("note.open", "open"),
      ActionHint("list.select", "mark"), ActionHint("go.sync", "server"),
    ]
  }
}

extension [ActionHint] {
  /// The actions on a note in the trash.
  static let inTrash = [
    ActionHint("note.restore", "restore"), ActionHint("note.purge", "delete permanently"),
  ]
}
