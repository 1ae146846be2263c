import TerminalUI

extension ListPane {
  /// The keys that matter in the list.
  package var hints: [ActionHint] {
    if source == .trash || selectedRow?.state == .trashed {
      return [ActionHint("note.open", "open")] + [ActionHint].inTrash + [
        ActionHint("list.filter", "filter")
      ]
    }
    return [
      ActionHint("note.open", "open"), ActionHint("note.insert", "edit"),
      ActionHint("note.new", "new"),
      ActionHint("note.tags", "tags"), ActionHint("list.filter", "search"),
      ActionHint("go.anywhere", "go to"), ActionHint("note.trash", "trash"),
    ]
  }
}

extension [ActionHint] {
  /// The actions on a note in the trash.
  static let inTrash = [
    ActionHint("note.restore", "restore"), ActionHint("note.purge", "delete permanently"),
  ]
}
