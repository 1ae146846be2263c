import TerminalUI

extension ListPane {
  /// The keys that matter in the list.
  package var hints: [KeyHint] {
    if source == .trash || selectedRow?.state == .trashed {
      return [KeyHint("note.open", "open")] + [KeyHint].inTrash + [KeyHint("list.filter", "filter")]
    }
    return [
      KeyHint("note.open", "open"), KeyHint("note.insert", "edit"), KeyHint("note.new", "new"),
      KeyHint("note.tags", "tags"), KeyHint("list.filter", "search"),
      KeyHint("go.anywhere", "go to"), KeyHint("note.trash", "trash"),
    ]
  }
}

extension [KeyHint] {
  /// What can be done to a note in the trash.
  static let inTrash = [
    KeyHint("note.restore", "restore"), KeyHint("note.purge", "delete for ever"),
  ]
}
