extension Command {
  /// Making and changing notes; they act on the selected note.
  static var notes: [Command] {
    [
      onNote("note.open", "Open what is selected") { ($0.focused as? any Selectable)?.activate() },
      onNote("note.insert", "Edit here (insert mode)", when: .editable) {
        $0.editNote(in: .insert)
      },
      onNote("note.edit", "Edit here (normal mode)", when: .editable) {
        $0.editNote(in: .normal)
      },
      onNote("note.edit-external", "Edit the note in your editor", when: .editable) {
        $0.editNoteExternally()
      },
      onNote("note.new", "New note") { $0.newNote() },
      onNote("note.new-from-template", "New note from a template") { $0.newNoteFromTemplate() },
      onNote("note.rename", "Rename the note and update links", when: .editable) {
        $0.renameNote()
      },
      onNote("note.tags", "Change the tags", when: .editable) { $0.editTags() },
      onNote("note.move", "Move to a notebook", when: .editable) { $0.moveNote() },
      onNote("note.pin", "Toggle favourite", when: .editable) { $0.togglePin() },
      onNote("note.archive", "Archive or unarchive", when: .editable) {
        $0.toggleArchive()
      },
      onNote("note.trash", "Move to the trash", when: .editable) { $0.trashNote() },
      onNote("note.restore", "Take out of the trash", when: .trashed) { $0.restoreNote() },
      onNote("note.purge", "Delete permanently", when: .trashed) { $0.purgeNote() },
      onNote("note.undo", "Undo the last change") { $0.undo() },
      onNote("note.redo", "Redo the last undone change") { $0.redo() },
      onNote("note.history", "Show earlier versions", when: .selected) { $0.openHistory() },
      onNote("note.info", "Show note details", when: .selected) { $0.openInfo() },
      onNote("note.toggle-checkbox", "Check or uncheck the task", when: .editable) {
        $0.toggleCheckbox()
      },
      onNote(
        "note.yank-menu", "Copy text, link, id, path or title", when: .selected,
        argument: CommandArgument(
          values: { _ in Application.Yank.allCases.map(\.rawValue) },
          choose: { application, word in Application.Yank(rawValue: word).map(application.yank) })
      ) { $0.openYankMenu() },
      onNote("note.yank-text", "Copy the text", when: .selected) { $0.yank(.text) },
      onNote("note.yank-link", "Copy a link to the note", when: .selected) { $0.yank(.link) },
      onNote("note.yank-id", "Copy the id", when: .selected) { $0.yank(.id) },
      onNote("note.yank-path", "Copy the path that an export gives the note", when: .selected) {
        $0.yank(.path)
      },
      onNote("note.yank-title", "Copy the title", when: .selected) { $0.yank(.title) },
    ]
  }

  /// What must be selected for a command to make sense.
  private enum Need {
    case nothing, selected, editable, trashed
  }

  private static func onNote(
    _ name: String, _ summary: String, when need: Need = .nothing,
    argument: CommandArgument? = nil, run: @escaping @MainActor (Application) -> Void
  ) -> Command {
    Command(
      name, summary, .notes, when: { availability(of: need, in: $0) }, argument: argument,
      run: run)
  }

  @MainActor private static func availability(
    of need: Need, in application: Application
  ) -> Availability {
    guard need != .nothing else { return .available }
    let fate = application.workspace.note.session?.fate ?? .here
    if need == .trashed, fate != .here { return .available }
    guard let row = application.selectedNote else {
      return .unavailable("No note is selected.")
    }
    switch need {
    case .editable where row.state == .trashed:
      return .unavailable("The note is in the trash: R restores it.")
    case .trashed where row.state != .trashed:
      return .unavailable("The note is not in the trash.")
    default: return .available
    }
  }
}
