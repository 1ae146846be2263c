import MarfaSDK
import NoteFiles
import NoteMarkup

/// Tags, notebooks and what is copied.
extension Application {
  /// Offers tags to add to or remove from the notes.
  package func editTags() {
    let ids = workspace.list.targets
    guard let row = selectedNote else { return }
    guard ids != [row.id] else { return offerTags(of: ids, checked: Set(row.tags)) }
    performHolding("Reading the tags") { [self] in
      var common: Set<String>?
      for id in ids {
        let tags = Set(try await client.metadata.get(id: id).tags)
        common = common?.intersection(tags) ?? tags
      }
      offerTags(of: ids, checked: common ?? [])
    }
  }

  /// Opens the box of tags; checked is what all the notes have.
  private func offerTags(of ids: [String], checked: Set<String>) {
    compositor.push(
      Picker(
        application: self, title: "Tags of \(named(ids))",
        source: TagChooser(application: self, ids: ids, checked: checked)))
  }

  /// The selected note by its title, marked ones by their number.
  func named(_ ids: [String]) -> String {
    if let row = selectedNote, ids == [row.id] { return "“\(row.displayTitle)”" }
    return ids.count == 1 ? "the marked note" : "\(ids.count) notes"
  }

  /// Marks all notes of the list; takes the marks away when all have one.
  func toggleAllMarks() {
    perform("Marking all notes") { [self] in
      let list = workspace.list
      let ids = try await list.window.ids()
      if list.marked.isSuperset(of: ids) { _ = list.clearMarks() } else { list.mark(ids) }
    }
  }

  /// Adds a tag to notes or removes it, with the way back: only those change that lack or have it.
  func setTag(_ tag: String, on ids: [String], isThere: Bool) {
    perform(isThere ? "Adding the tag" : "Removing the tag") { [self] in
      let store = client.store
      let tagged = Set(try await store.ids(taggedWith: tag))
      let changed = ids.filter { tagged.contains($0) != isThere }
      let add: @MainActor () async throws -> Void = {
        try await store.changeTags(of: changed, adding: [tag])
      }
      let remove: @MainActor () async throws -> Void = {
        try await store.changeTags(of: changed, removing: [tag])
      }
      try await (isThere ? add : remove)()
      messages.notice(isThere ? "Tagged #\(tag)." : "The tag #\(tag) is removed.")
      actions.record(
        ActionHistory.Entry(
          summary: isThere ? "Tagged #\(tag)" : "Removed #\(tag)", undo: isThere ? remove : add,
          redo: isThere ? add : remove))
    }
  }

  /// Offers the notebooks to move the notes to.
  package func moveNote() {
    let ids = workspace.list.targets
    performHolding("Reading the notebooks") { [self] in
      let notebooks = try await client.store.notebooks()
      var rows = zip(notebooks.flattened, notebooks.paths).map { entry, place in
        PickerRow(
          id: place.notebook.id,
          title: String(repeating: "  ", count: entry.depth) + place.notebook.title,
          detail: place.notebook.detail(path: place.path))
      }
      rows.insert(PickerRow(id: "", title: "No notebook (inbox)"), at: 0)
      let paths = notebooks.paths.map { $0.notebook.row(path: $0.path) }
      let source = NotebookChooser(
        titles: FixedRows(rows) { [self] in move(ids, to: $0.id) },
        paths: FixedRows(paths) { [self] in move(ids, to: $0.id) }
      ) { [self] name in createNotebook(name, for: ids) }
      compositor.push(Picker(application: self, title: "Move to", source: source))
    }
  }

  private func move(_ ids: [String], to notebook: String) {
    let target = notebook.isEmpty ? nil : notebook
    let store = client.store
    perform("Moving") { [self] in
      let parents = try await store.edges(toTargets: ids, edgeType: "parent-of")
      let before = parents.mapValues { $0.first?.sourceID }
      let move: @MainActor () async throws -> Void = {
        for id in ids { _ = try await store.move(id: id, toNotebook: target) }
      }
      try await move()
      _ = workspace.list.clearMarks()
      messages.notice("\(target == nil ? "Moved to the inbox" : "Moved"). u to undo.")
      actions.record(
        ActionHistory.Entry(
          summary: "Moved",
          undo: {
            for id in ids { _ = try await store.move(id: id, toNotebook: before[id] ?? nil) }
          }, redo: move))
    }
  }

  private func createNotebook(_ name: String, for ids: [String]) {
    perform("Creating the notebook") { [self] in
      let notebook = try await client.items.create(
        CreateItemInput(type: "core.group", properties: ["title": .string(name)]))
      move(ids, to: notebook.id)
    }
  }

  // MARK: - Copying

  /// What of a note is copied.
  package enum Yank: String, CaseIterable {
    case text, link, id, path, title
  }

  /// Offers what to copy.
  package func openYankMenu() {
    let rows = [
      PickerRow(id: Yank.text.rawValue, title: "The text"),
      PickerRow(id: Yank.link.rawValue, title: "A link to the note"),
      PickerRow(id: Yank.id.rawValue, title: "The id"),
      PickerRow(id: Yank.path.rawValue, title: "The path"),
      PickerRow(id: Yank.title.rawValue, title: "The title"),
    ]
    compositor.push(
      Picker(
        application: self, title: "Copy",
        source: FixedRows(rows) { [self] in Yank(rawValue: $0.id).map(yank) }))
  }

  /// Copies a part of the selected note.
  package func yank(_ part: Yank) {
    guard let row = selectedNote else { return }
    switch part {
    case .title: copyToClipboard(row.title, called: "The title")
    case .id: copyToClipboard(row.id, called: "The id")
    case .link:
      perform("Copying") { [self] in
        let count = try await client.store.itemCount(titled: row.title)
        let link = NoteLink.text(to: row.id, titled: row.title, of: count)
        copyToClipboard("[[\(link)]]", called: "The link")
      }
    case .path:
      perform("Copying") { [self] in
        let path = try await NotePath.path(id: row.id, title: row.title, in: client)
        copyToClipboard(path, called: "The path \(path)")
      }
    case .text:
      perform("Copying") { [self] in
        let note = try await client.store.noteText(id: row.id)
        copyToClipboard(note.body, called: "The text")
      }
    }
  }

  /// Copies text and says what was copied.
  func copyToClipboard(_ text: String, called name: String) {
    perform("Copying") { [self] in
      messages.notice(await host.copy(text) ?? "\(name) is copied.")
    }
  }
}

extension Application {
  /// Copies text that the editor yanked, without a word unless it failed.
  func copyQuietly(_ text: String) {
    perform("Copying") { [self] in
      if let remark = await host.copy(text) { messages.notice(remark) }
    }
  }

  /// Says that a key could not do what it means, in the way that was chosen.
  func ring() {
    switch settings.configuration.bell {
    case .none: break
    case .audible: host.alert(.audible)
    case .visible: host.alert(.visible)
    }
  }

  /// Names the note in the title of the terminal's window.
  func setTerminalTitle(_ title: String) {
    host.setTitle(title.isEmpty ? "marfa" : "marfa — \(title)")
  }
}
