import MarfaSDK
import NoteFiles
import Settings
import TerminalLayers
import Workbench

/// Making notes, and giving them another title.
@MainActor struct NoteCreation {
  let context: Context
  let workspace: Workspace
  let boxes: Boxes

  /// Creates a note without a title and opens it for typing; the list's tag or notebook is taken
  /// over.
  func newNote() { create(titled: "") }

  /// Creates a note with a title and opens it for typing.
  func create(titled title: String) {
    let source = workspace.list.source
    context.work.performHolding("Creating the note") {
      let id = try await context.createNote(title: title, body: "", in: source)
      if title.isEmpty { await keepMark(of: id) }
      await openForTyping(id: id)
    }
  }

  /// Keeps which note was made, so that a run that breaks off before its first text is stored
  /// leaves no empty one.
  private func keepMark(of id: String) async {
    await RunMark(directories: context.settings.directories).keep(newNote: id)
  }

  /// Shows a note in the list and starts typing at its start.
  private func openForTyping(id: String) async {
    workspace.focus = .note
    if !workspace.list.filter.isEmpty { workspace.list.clearFilter() }
    if !workspace.list.source.takesNewNotes { workspace.sources.select(.all) }
    workspace.list.select(id: id)
    await workspace.note.edit(id: id, in: .insertNew)
  }

  /// Removes a new note again into which nothing was ever written, from here or elsewhere.
  ///
  /// What is typed meanwhile is for the note that is shown afterwards.
  func discard(emptyNote id: String) {
    context.work.performHolding("Removing the empty note") {
      guard try await context.client.store.isUntouched(note: id) else { return }
      // The focus first: with the neighbour selected, another note is shown.
      if workspace.focus == .note, workspace.note.id == id { workspace.focus = .list }
      if workspace.list.selectedRow?.id == id { workspace.list.selectNeighbour() }
      let isGone = try await context.client.store.discardItem(
        id: id, ifAt: LocalStore.untouchedRevision)
      guard isGone else { return }
      context.messages.notice("The note was empty; it was not kept.")
    }
  }

  /// Offers the templates, and opens a note made from the chosen one.
  func newNoteFromTemplate() {
    context.work.performHolding("Reading the templates") {
      let folder = context.settings.directories.templates
      let templates = try NoteTemplate.all(in: folder)
      guard !templates.isEmpty else {
        context.messages.notice("No templates yet: put Markdown files into \(folder).")
        return
      }
      let rows = templates.map { PickerRow(id: $0.name, title: $0.name) }
      boxes.pick(
        "New note from",
        from: FixedRows(rows) { row in
          templates.first { $0.name == row.id }.map(create(from:))
        })
    }
  }

  /// Asks for the title where the template has a place for it.
  private func create(from template: NoteTemplate) {
    guard template.source.contains("{{title}}") else { return create(from: template, titled: "") }
    boxes.ask("Title", text: "") { create(from: template, titled: $0) }
  }

  private func create(from template: NoteTemplate, titled title: String) {
    context.work.perform("Creating the note") {
      let filled = template.filled(
        title: title, now: context.now(), calendar: context.settings.calendar)
      let id = try await context.createNote(
        title: title, body: filled.text, in: workspace.list.source)
      await openForTyping(id: id)
      workspace.note.type(at: filled.cursor)
    }
  }

  /// Opens the note of today, which is made of the template `daily` when it is not there.
  func openToday() {
    context.work.performHolding("Opening today's note") {
      let note = try await DailyNote.today(
        in: context.client.store, templates: context.settings.directories.templates,
        now: context.now(), calendar: context.settings.calendar)
      if note.isNew {
        await keepMark(of: note.id)
        await openForTyping(id: note.id)
        workspace.note.type(at: note.cursor)
      } else {
        context.carryOut(.open(id: note.id, line: nil))
      }
    }
  }

  /// Asks for a new title; links to the old one are rewritten in the same transaction.
  func rename() {
    guard let row = workspace.selectedNote else { return }
    workspace.note.saveNow()
    boxes.ask("Title", text: row.title) { title in
      guard title.contains(where: { !$0.isWhitespace }) else {
        return context.messages.error("A title needs at least one letter.")
      }
      guard title != row.title else { return }
      context.work.performHolding("Renaming") { try await rename(id: row.id, to: title) }
    }
  }

  /// Renames a note, which can be undone.
  private func rename(id: String, to title: String) async throws {
    let store = context.client.store
    let changed = try await store.rename(id: id, to: title)
    let links = changed.rewrites.count
    let notes = links == 1 ? "1 note" : "\(links) notes"
    context.messages.notice(
      links == 0 ? "Renamed. u to undo." : "Renamed; links updated in \(notes). u to undo.")
    context.history.record(
      ActionHistory.Entry(
        summary: "Renamed the note",
        undo: { _ = try await store.rename(id: id, to: changed.oldTitle) },
        redo: { _ = try await store.rename(id: id, to: title) }))
  }
}

extension LocalStore {
  /// The revision of an item that was made and not changed.
  static var untouchedRevision: Int { 1 }

  /// Whether nothing was ever written into a note, from here or elsewhere; the title of a day's
  /// note was not.
  func isUntouched(note id: String) async throws -> Bool {
    let note = try await noteText(id: id)
    let isNamed = !note.title.isEmpty && !DailyNote.isTitle(note.title)
    return note.revision == Self.untouchedRevision && note.body.isEmpty && !isNamed
  }
}

extension Source {
  /// Whether a note that is made while the list shows this place appears in it.
  var takesNewNotes: Bool {
    switch self {
    case .all, .inbox, .today, .favourites, .notebook, .tag, .orphans: true
    case .archive, .trash, .conflicts, .refused, .savedSearch: false
    }
  }
}
