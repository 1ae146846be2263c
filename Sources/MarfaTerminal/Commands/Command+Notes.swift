import NoteFiles
import TerminalLayers

extension Command {
  /// Making and changing notes; they act on the selected note.
  static var notes: [Command] { opening + making + moving + steps + copying }

  private static var opening: [Command] {
    [
      onNote("note.open", "Open the selection") {
        for effect in ($0.focused as? any Selectable)?.activate() ?? [] {
          $0.context.carryOut(effect)
        }
      },
      onNote("note.insert", "Edit here (insert mode)", when: .editable) {
        $0.editing.editHere(in: .insert)
      },
      onNote("note.edit", "Edit here (normal mode)", when: .editable) {
        $0.editing.editHere(in: .normal)
      },
      onNote("note.edit-external", "Edit the note in your editor", when: .editable) {
        $0.editing.editExternally()
      },
    ]
  }

  private static var making: [Command] {
    [
      onNote("note.new", "New note", when: .writable) { $0.creation.newNote() },
      onNote("note.new-from-template", "New note from a template", when: .writable) {
        $0.creation.newNoteFromTemplate()
      },
      onNote("note.rename", "Rename the note and update links", when: .editable) {
        $0.creation.rename()
      },
      onNote("note.tags", "Change the tags", when: .editable) { $0.tags.edit() },
      onNote("note.attach", "Attach a file", when: .editable) { $0.files.ask() },
    ]
  }

  /// Where a note is, and in which state.
  private static var moving: [Command] {
    [
      onNote("note.move", "Move to a notebook", when: .movable) { $0.notebooks.offer() },
      onNote("note.pin", "Toggle favourite", when: .editable) { $0.notes.togglePin() },
      onNote("note.archive", "Archive or unarchive", when: .editable) {
        $0.notes.toggleArchive()
      },
      onNote("note.trash", "Move to the trash", when: .editable) { $0.notes.trash() },
      onNote("note.restore", "Restore from the trash", when: .trashed) { $0.notes.restore() },
      onNote("note.purge", "Delete permanently", when: .trashed) { $0.notes.purge() },
    ]
  }

  private static var steps: [Command] {
    [
      onNote("note.undo", "Undo the last change") { $0.history.undo() },
      onNote("note.redo", "Redo the last undone change") { $0.history.redo() },
      onNote("note.history", "Show earlier versions", when: .selected) { $0.views.openHistory() },
      onNote("note.info", "Show note details", when: .selected) { $0.views.openInfo() },
      onNote("note.toggle-checkbox", "Check or uncheck the task", when: .editable) {
        $0.workspace.note.toggleCheckbox()
      },
      onNote("note.today", "Open today's note") { $0.creation.openToday() },
    ]
  }

  private static var copying: [Command] {
    [
      onNote(
        "note.yank-menu", "Copy text, link, id, path or title", when: .selected,
        argument: CommandArgument(
          values: { _ in CopyActions.Part.allCases.map(\.rawValue) },
          choose: { CopyActions.Part(rawValue: $1).map($0.copying.copy) })
      ) { $0.copying.offer() },
      onNote("note.yank-text", "Copy the text", when: .selected) { $0.copying.copy(.text) },
      onNote("note.yank-link", "Copy a link to the note", when: .selected) {
        $0.copying.copy(.link)
      },
      onNote("note.yank-id", "Copy the id", when: .selected) { $0.copying.copy(.id) },
      onNote("note.yank-path", "Copy the path of the note in an export", when: .selected) {
        $0.copying.copy(.path)
      },
      onNote("note.yank-title", "Copy the title", when: .selected) { $0.copying.copy(.title) },
    ]
  }

  /// What must be selected, and what the key must be able to, for a command to make sense.
  private enum Need {
    case nothing, writable, selected, editable, movable, trashed

    /// Whether notes are changed.
    var changesNotes: Bool { self != .nothing && self != .selected }
  }

  private static func onNote(
    _ name: String, _ summary: String, when need: Need = .nothing,
    argument: CommandArgument? = nil, run: @escaping @MainActor (Actions) -> Void
  ) -> Command {
    Command(
      name, summary, .notes, list: .selection, when: { availability(of: need, in: $0) },
      argument: argument,
      run: run)
  }

  @MainActor private static func availability(
    of need: Need, in actions: Actions
  ) -> Availability {
    let rights = actions.context.sync.rights
    if need.changesNotes, let reason = KeyRights.obstacle(toNotes: rights) {
      return .unavailable(reason)
    }
    if need == .movable, let reason = KeyRights.obstacle(toNotebooks: rights) {
      return .unavailable(reason)
    }
    guard need != .nothing, need != .writable else { return .available }
    let fate = actions.workspace.note.session?.fate ?? .here
    if need == .trashed, fate != .here { return .available }
    guard let row = actions.workspace.selectedNote else {
      return .unavailable("No note is selected.")
    }
    switch need {
    case .editable where row.state == .trashed, .movable where row.state == .trashed:
      return .unavailable("The note is in the trash: R restores it.")
    case .trashed where row.state != .trashed:
      return .unavailable("The note is not in the trash.")
    default: return .available
    }
  }
}
