import MarfaSDK

/// Making notes, naming them, and where they belong.
extension Application {
  /// Asks for a title and opens the new note for typing; the list's tag or notebook is taken over.
  package func newNote() {
    let source = workspace.list.source
    performHolding("Creating the note") { [self] in
      let id = try await createNote(title: "", body: "", in: source)
      await openForTyping(id: id)
    }
  }

  /// Creates a note where the list is.
  package func createNote(title: String, body: String, in source: Source) async throws -> String {
    var properties: [String: JSONValue] = ["body": .string(body)]
    if !title.isEmpty { properties["title"] = .string(title) }
    var input = CreateItemInput(type: "core.note", properties: properties)
    switch source {
    case .tag(let tag): input.tags = [tag]
    case .favourites: input.tags = ["favorite"]
    default: break
    }
    let item = try await client.items.create(input)
    if case .notebook(let notebook, _) = source {
      _ = try await client.store.createEdge(
        CreateEdgeInput(sourceID: notebook, targetID: item.id, edgeType: "parent-of"))
    }
    return item.id
  }

  /// Shows a note in the list and starts typing at its start.
  func openForTyping(id: String) async {
    workspace.focus = .note
    if !workspace.list.filter.isEmpty { workspace.list.clearFilter() }
    if !workspace.list.source.takesNewNotes { workspace.sources.select(.all) }
    workspace.list.select(id: id)
    await workspace.note.edit(id: id, in: .insertNew)
  }

  /// Takes a new note away again into which nothing was ever written, from here or elsewhere.
  func discard(emptyNote id: String) {
    perform("Removing the empty note") { [self] in
      let note = try await client.store.noteText(id: id)
      guard note.revision == 1, note.body.isEmpty, note.title.isEmpty else { return }
      // The focus first: with the neighbour selected, another note is shown.
      if workspace.focus == .note, workspace.note.id == id { workspace.focus = .list }
      if workspace.list.selectedRow?.id == id { workspace.list.selectNeighbour() }
      try await client.items.delete(id: id)
      try await client.items.purge(id: id)
      messages.notice("Nothing was written, so there is no new note.")
    }
  }

  /// Offers the templates, and opens a note made from the chosen one.
  package func newNoteFromTemplate() {
    performHolding("Reading the templates") { [self] in
      let templates = try Templates(folder: settings.directories.templates).all()
      guard !templates.isEmpty else {
        messages.notice(
          "There are no templates: put Markdown files into \(settings.directories.templates).")
        return
      }
      let rows = templates.map { PickerRow(id: $0.name, title: $0.name) }
      compositor.push(
        Picker(
          application: self, title: "New note from",
          source: FixedRows(rows) { [self] row in
            guard let template = templates.first(where: { $0.name == row.id }) else { return }
            perform("Creating the note") { [self] in
              let id = try await createNote(
                title: "", body: template.text(now: now(), calendar: settings.calendar),
                in: workspace.list.source)
              await openForTyping(id: id)
            }
          }))
    }
  }

  /// Asks for a new title; links to the old one are rewritten in the same transaction.
  package func renameNote() {
    guard let row = selectedNote else { return }
    workspace.note.saveNow()
    ask("Title", text: row.title) { [self] title in
      perform("Renaming") { [self] in
        let changed = try await client.store.rename(id: row.id, to: title)
        let links = changed.rewrites.count
        messages.notice(
          links == 0 ? "Renamed." : "Renamed, with the links in \(links) notes.")
      }
    }
  }

  /// Asks for one line of text.
  func ask(
    _ title: String, text: String = "",
    remark: @escaping @MainActor (String) -> String = { _ in "" },
    then: @escaping @MainActor (String) -> Void
  ) {
    compositor.push(
      LinePrompt(application: self, title: title, text: text, remark: remark, entered: then))
  }
}

extension Source {
  /// Whether a note that is made while the list shows this place appears in it.
  var takesNewNotes: Bool {
    switch self {
    case .all, .inbox, .today, .favourites, .notebook, .tag, .orphans: true
    case .archive, .trash, .savedSearch: false
    }
  }
}
