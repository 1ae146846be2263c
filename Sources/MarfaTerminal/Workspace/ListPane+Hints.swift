import TerminalUI

extension ListPane {
  /// The keys that matter in the list.
  package var hints: [KeyHint] {
    if source == .trash {
      return [
        KeyHint("note.open", "open"), KeyHint("note.restore", "restore"),
        KeyHint("note.purge", "delete for ever"), KeyHint("list.filter", "filter"),
      ]
    }
    return [
      KeyHint("note.open", "open"), KeyHint("note.edit", "edit"), KeyHint("note.new", "new"),
      KeyHint("note.tags", "tags"), KeyHint("list.filter", "search"),
      KeyHint("go.anywhere", "go to"), KeyHint("note.trash", "trash"),
    ]
  }
}
