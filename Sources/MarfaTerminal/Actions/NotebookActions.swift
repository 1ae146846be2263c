import MarfaSDK
import TerminalLayers
import Workbench

/// Moving notes to notebooks, and notebooks out of the trash.
@MainActor struct NotebookActions {
  let context: Context
  let workspace: Workspace
  let boxes: Boxes

  /// Offers the notebooks to move the notes to.
  func offer() {
    let ids = workspace.list.targets
    context.work.performHolding("Reading the notebooks") {
      let notebooks = try await context.client.store.notebooks()
      var rows = zip(notebooks.flattened, notebooks.paths).map { entry, place in
        PickerRow(
          id: place.notebook.id,
          title: String(repeating: "  ", count: entry.depth) + place.notebook.title,
          detail: place.notebook.detail(path: place.path))
      }
      rows.insert(PickerRow(id: "", title: "Inbox (no notebook)"), at: 0)
      let paths = notebooks.paths.map { $0.notebook.row(path: $0.path) }
      let source = NotebookChooser(
        titles: FixedRows(rows) { move(ids, to: $0.id) },
        paths: FixedRows(paths) { move(ids, to: $0.id) }
      ) { name in createNotebook(name, for: ids) }
      boxes.pick("Move to", from: source)
    }
  }

  /// Moves notes to a notebook, or to the inbox.
  ///
  /// Undoing the move removes a notebook that was made for it.
  private func move(_ ids: [String], to notebook: String, isNew: Bool = false) {
    let target = notebook.isEmpty ? nil : notebook
    let store = context.client.store
    context.work.perform("Moving") {
      let parents = try await store.edges(toTargets: ids, edgeType: "parent-of")
      let before = parents.mapValues { $0.first?.sourceId }
      let move: @MainActor () async throws -> Void = {
        for id in ids { _ = try await store.move(id: id, toNotebook: target) }
      }
      try await move()
      _ = workspace.list.clearMarks()
      let home = target == nil ? nil : try await store.item(id: notebook)
      let name = home?.properties["title"]?.stringValue ?? "the inbox"
      context.messages.notice("Moved to \(isNew ? "the new notebook " : "")\(name). u to undo.")
      context.history.record(
        ActionHistory.Entry(
          summary: "Moved",
          undo: {
            for id in ids { _ = try await store.move(id: id, toNotebook: before[id] ?? nil) }
            if isNew { try await store.removeNotebook(id: notebook, contents: .kept) }
          },
          redo: {
            if isNew { _ = try await store.transitionItem(id: notebook, to: .active) }
            try await move()
          }))
    }
  }

  /// Offers the notebooks in the trash, by their titles, to bring one back to where it was.
  func offerTrashed() {
    context.work.performHolding("Reading the trash") {
      let rows = try await context.client.store.trashedNotebooks().map {
        PickerRow(id: $0.id, title: $0.title, detail: $0.path)
      }
      guard !rows.isEmpty else { return context.messages.notice("No notebook is in the trash.") }
      boxes.pick(
        "Restore a notebook",
        from: FixedRows(rows, unmatchedText: "No notebook in the trash matches.") {
          restore($0.id, titled: $0.title)
        })
    }
  }

  /// Brings a notebook back; its notes stay in the trash, where each can be restored.
  private func restore(_ id: String, titled title: String) {
    let store = context.client.store
    context.work.perform("Restoring the notebook") {
      _ = try await store.transitionItem(id: id, to: .active)
      context.messages.notice(
        "Restored the notebook \(title). Its notes in the trash come back with R. u to undo.")
      context.history.record(
        ActionHistory.Entry(
          summary: "Restored the notebook",
          undo: { _ = try await store.transitionItem(id: id, to: .trashed) },
          redo: { _ = try await store.transitionItem(id: id, to: .active) }))
    }
  }

  private func createNotebook(_ name: String, for ids: [String]) {
    context.work.perform("Creating the notebook") {
      let notebook = try await context.client.items.create(
        CreateItemInput(type: "core.group", properties: ["title": .string(name)]))
      move(ids, to: notebook.id, isNew: true)
    }
  }
}
