import MarfaSDK
import TerminalLayers
import Workbench

/// Creating and changing what is selected in the pane of sources: notebooks, and the names of tags.
@MainActor struct SourceActions {
  let context: Context
  let workspace: Workspace
  let boxes: Boxes
  let tagNames: TagNameActions

  /// The selected notebook.
  private var selected: (id: String, title: String)? {
    guard case .notebook(let id, let title) = workspace.sources.selected else { return nil }
    return (id, title)
  }

  /// Makes a notebook the selected source, which its query may not have yet.
  private func select(_ id: String, titled title: String) {
    workspace.sources.awaited = id
    workspace.sources.select(.notebook(id: id, title: title))
  }

  // MARK: - A new one

  /// Asks for the name of a new notebook, in the selected one or at the top.
  func create() {
    let place = selected
    let title = place.map { "New notebook in \($0.title)" } ?? "New notebook"
    let advice = place == nil ? "House/Garden creates both" : "/House creates it at the top"
    boxes.ask(title, remark: { $0.isEmpty ? advice : "" }) { path in create(path, in: place?.id) }
  }

  private func create(_ path: String, in place: String?) {
    let titles = path.split(separator: "/").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
    guard !titles.isEmpty else { return context.messages.notice("A notebook needs a name.") }
    let place = path.hasPrefix("/") ? nil : place
    context.work.perform("Creating the notebook") {
      let store = context.client.store
      let new = NewNotebooks(titles, in: place, of: try await store.notebooks())
      guard !new.titles.isEmpty else {
        if let id = new.parent { select(id, titled: titles.last ?? "") }
        return context.messages.notice("The notebook is there already.")
      }
      let items = new.items(ids: store.environment.ids)
      _ = try await store.createItems(items)
      let ids = items.compactMap(\.input.id)
      if let place { workspace.sources.collapsed.remove(place) }
      if let last = ids.last { select(last, titled: titles.last ?? "") }
      context.messages.notice("Created \(new.titles.joined(separator: "/")). u to undo.")
      context.history.record(
        ActionHistory.Entry(
          summary: "Created the notebook",
          undo: {
            leave(ids)
            for id in ids.reversed() { try await store.removeNotebook(id: id, contents: .kept) }
          },
          redo: { for id in ids { _ = try await store.transitionItem(id: id, to: .active) } }))
    }
  }

  // MARK: - Another name

  /// Asks for another name of the selected notebook or tag.
  func rename() {
    if case .tag(let tag) = workspace.sources.selected {
      let counts = workspace.sources.tags.tags.map { ($0.tag, $0.count) }
      return tagNames.rename(tag, counts: Dictionary(counts) { first, _ in first })
    }
    guard let (id, old) = selected else { return }
    boxes.ask(
      "Rename the notebook to", text: old,
      remark: { $0.contains("/") ? "a slash is not possible; m moves it" : "" }
    ) { title in
      let title = title.trimmingCharacters(in: .whitespaces)
      guard !title.isEmpty, !title.contains("/") else {
        return context.messages.notice("A notebook's name is not empty and has no slash.")
      }
      guard title != old else { return }
      let store = context.client.store
      context.work.perform("Renaming the notebook") {
        _ = try await store.rename(id: id, to: title)
        context.messages.notice("The notebook is now \(title). u to undo.")
        context.history.record(
          ActionHistory.Entry(
            summary: "Renamed the notebook",
            undo: { _ = try await store.rename(id: id, to: old) },
            redo: { _ = try await store.rename(id: id, to: title) }))
      }
    }
  }

  // MARK: - Another place

  /// Offers the notebooks that the selected one can be moved into.
  func move() {
    guard let (id, title) = selected else { return }
    context.work.performHolding("Reading the notebooks") {
      let notebooks = try await context.client.store.notebooks()
      let own = notebooks.flattened.filter { $0.notebook.id == id }.map(\.notebook)
      let inside = Set(own.flattened.map(\.notebook.id))
      let rows = notebooks.paths.filter { !inside.contains($0.notebook.id) }
        .map { $0.notebook.row(path: $0.path) }
      let holder = notebooks.flattened.first { $0.notebook.children.contains { $0.id == id } }
      boxes.pick(
        "Move the notebook \(title) to",
        from: FixedRows(
          [PickerRow(id: "", title: "The top (in no other notebook)")] + rows,
          unmatchedText: "No notebook matches."
        ) { move(id, from: holder?.notebook.id, to: $0.id.isEmpty ? nil : $0.id, named: $0.title) })
    }
  }

  private func move(_ id: String, from old: String?, to new: String?, named name: String) {
    let store = context.client.store
    context.work.perform("Moving the notebook") {
      guard try await store.move(id: id, toNotebook: new) else { return }
      if let new { workspace.sources.collapsed.remove(new) }
      context.messages.notice("Moved to \(new == nil ? "the top" : name). u to undo.")
      context.history.record(
        ActionHistory.Entry(
          summary: "Moved the notebook",
          undo: { _ = try await store.move(id: id, toNotebook: old) },
          redo: { _ = try await store.move(id: id, toNotebook: new) }))
    }
  }

  // MARK: - Away with it

  /// Moves the selected notebook to the trash; asks what becomes of what is in it.
  func delete() {
    guard let (id, title) = selected else { return }
    context.work.performHolding("Reading the notebook") {
      let notebooks = try await context.client.store.notebooks().flattened.map(\.notebook)
      guard let own = notebooks.first(where: { $0.id == id }) else { return }
      guard own.totalCount > 0 || !own.children.isEmpty else { return remove(own, .kept) }
      let (contents, them) = Self.words(for: own)
      boxes.choose(
        "Move the notebook “\(title)” to the trash: keep \(contents), or trash \(them), too?",
        answers: [
          ConfirmDialog.Answer(key: "k", label: "keep \(them)") { remove(own, .kept) },
          ConfirmDialog.Answer(key: "t", label: "trash \(them), too") { remove(own, .trashed) },
        ])
    }
  }

  /// What is in a notebook, and the word for it once it was named.
  private static func words(for notebook: Notebook) -> (contents: String, them: String) {
    let count = notebook.totalCount
    let notes = count == 1 ? "its note" : "its \(count) notes"
    let children = notebook.children.count == 1 ? "the notebook in it" : "the notebooks in it"
    if notebook.children.isEmpty { return (notes, count == 1 ? "the note" : "them") }
    guard count > 0 else {
      return (children, notebook.children.count == 1 ? "that one" : "them")
    }
    return ("\(notes) and \(children)", "them")
  }

  private func remove(_ notebook: Notebook, _ contents: NotebookContents) {
    let store = context.client.store
    let id = notebook.id
    leave([id] + (contents == .trashed ? notebook.children.flattened.map(\.notebook.id) : []))
    context.work.perform("Moving the notebook to the trash") {
      let removal = try await store.removeNotebook(id: id, contents: contents)
      let count = removal.noteIds.count
      let notes = count == 1 ? "1 note" : "\(count) notes"
      let fate = contents == .kept ? ", \(notes) kept" : ", \(notes) with it"
      context.messages.notice(
        "Moved \(notebook.title) to the trash\(count == 0 ? "" : fate). u to undo.")
      context.history.record(
        ActionHistory.Entry(
          summary: "Moved the notebook to the trash",
          undo: {
            let trashed = contents == .kept ? [id] : removal.notebookIds + removal.noteIds
            _ = try await store.transitionItems(ids: trashed, to: .active)
            guard contents == .kept else { return }
            for member in removal.noteIds + notebook.children.map(\.id) {
              _ = try await store.move(id: member, toNotebook: id)
            }
          },
          redo: { _ = try await store.removeNotebook(id: id, contents: contents) }))
    }
  }

  /// Selects another source than notebooks that go: the one above them in the pane.
  private func leave(_ ids: [String]) {
    guard let (id, _) = selected, ids.contains(id) else { return }
    let sources = workspace.sources.rows.compactMap(\.source)
    let index = sources.firstIndex { $0.isSamePlace(as: workspace.sources.selected) } ?? 0
    let above = sources[..<index].last {
      if case .notebook(let other, _) = $0 { !ids.contains(other) } else { false }
    }
    workspace.sources.select(above ?? .all)
  }
}

/// Notebooks that are still to be made of a path.
private struct NewNotebooks {
  /// The notebook that the first of them is made in, or that the whole path leads to; nil at the
  /// top.
  private(set) var parent: String?
  /// The titles of the new ones, outermost first; none when the path is there.
  private(set) var titles: ArraySlice<String>

  init(_ titles: [String], in place: String?, of notebooks: [Notebook]) {
    parent = place
    self.titles = titles[...]
    var siblings = notebooks
    if let place {
      siblings = notebooks.flattened.first { $0.notebook.id == place }?.notebook.children ?? []
    }
    while let title = self.titles.first, let path = NotebookPath(title),
      let next = siblings.first(where: { path.isTitle($0.title) })
    {
      (parent, siblings) = (next.id, next.children)
      self.titles = self.titles.dropFirst()
    }
  }

  /// The notebooks as items, each in the one before.
  func items(ids: ItemIdGenerator) -> [NewItem] {
    var parent = parent
    return titles.map { title in
      let id = ids.nextId()
      defer { parent = id }
      return NewItem(
        CreateItemInput(
          id: id, type: CoreGroup.typeIdentifier, properties: ["title": .string(title)]),
        notebook: parent)
    }
  }
}
