import MarfaSDK
import NoteFiles
import Operations
import TerminalLayers
import Workbench

/// Views of the shown note: its headings, what links to it, its earlier versions, its facts.
@MainActor struct NoteViews {
  let context: Context
  let workspace: Workspace
  let boxes: Boxes
  let navigation: Navigation

  /// Offers the headings of the note.
  func openOutline() {
    context.work.performHolding("Reading the headings") {
      let headings = await workspace.note.headings()
      let rows = headings.enumerated().map { index, heading in
        PickerRow(
          id: String(index),
          title: String(repeating: "  ", count: max(0, heading.level - 1)) + heading.title)
      }
      boxes.pick(
        "Outline",
        from: FixedRows(rows, emptyText: "The note has no headings.") { row in
          guard let index = Int(row.id) else { return }
          workspace.note.go(toSourceLine: headings[index].line)
          workspace.focus = .note
        })
    }
  }

  /// Offers the notes that link to this one, and those that only mention its title.
  func openBacklinks() {
    guard let row = workspace.selectedNote else { return }
    context.work.performHolding("Looking for links") {
      let linked = try await context.client.store.backlinks(to: row.id)
      let request = NoteQueries.unlinkedMentions(of: row.id, in: context.client.store)
      let mentions = try await context.operations.store(for: request).fetch()
      let places = BacklinkPlace.all(linked: linked, mentions: mentions)
      let rows = places.map(\.row)
      boxes.pick(
        "Links to “\(row.displayTitle)”",
        from: FixedRows(rows, emptyText: "Nothing links here yet.") { chosen in
          guard let place = places.first(where: { $0.row.id == chosen.id }) else { return }
          navigation.open(id: place.itemId, line: place.line)
        })
    }
  }

  /// Shows the earlier versions of the note next to what changed since; one can be restored.
  func openHistory() {
    guard let row = workspace.selectedNote else { return }
    workspace.note.saveNow()
    context.work.performHolding("Reading the history") {
      let versions = try await context.client.items.versions(id: row.id)
      let answer = context.sync.queries.map {
        NoteVersions.Answer($0.versions(of: row.id), client: context.operations)
      }
      let present = try await context.client.store.noteText(id: row.id)
      boxes.layers.push(
        HistoryView(
          context: context, title: row.displayTitle, present: present.body,
          versions: NoteVersions(own: versions, answer: answer)
        ) { restore($0, over: present.revision) })
    }
  }

  /// Asks, then restores a version in the place of the revision that was compared with it.
  private func restore(_ version: ItemVersion, over revision: Int) {
    let name = version.version == 0 ? "this text" : "version \(version.version)"
    boxes.confirm(
      "Restore \(name)? The current text stays in the history.", key: "r",
      label: "restore"
    ) {
      context.work.perform("Restoring the version") {
        let present = try await context.client.items.get(id: version.itemId)
        // What the version did not have, such as a title of its own, goes again.
        var properties = present.properties.mapValues { _ in JSONValue.null }
        properties.merge(version.properties) { $1 }
        var options = UpdateOptions()
        options.revision = revision
        var outcome = "Restored \(name)."
        do {
          _ = try await context.client.store.updateItem(
            id: version.itemId, properties: properties, options: options)
          workspace.note.reload()
        } catch is ConflictError {
          outcome = "The note changed meanwhile: nothing was restored. Open its history again."
        }
        while let view = boxes.layers.top as? HistoryView { boxes.layers.close(view) }
        context.messages.notice(outcome)
      }
    }
  }

  /// Shows times, version, source and links of the note in words.
  func openInfo() {
    guard let row = workspace.selectedNote else { return }
    context.work.performHolding("Reading the note") {
      let item = try await context.client.items.get(id: row.id)
      let metadata = try await context.client.metadata.get(id: row.id)
      let editedAt = try await context.client.store.editedAt(of: row.id)
      let parents = try await context.client.store.edges(toTargets: [row.id], edgeType: "parent-of")
      var notebook: Item?
      if let id = parents[row.id]?.first?.sourceId {
        notebook = try await context.client.items.get(id: id)
      }
      let facts = await NoteFacts.read(
        item, metadata: metadata, editedAt: editedAt, notebook: notebook,
        stored: row.storedWords(hasServer: context.sync.status != nil),
        calendar: context.settings.calendar)
      let rows = facts.lines.map {
        PickerRow(id: $0.0, title: "\($0.0): \($0.1)")
      }
      boxes.pick(
        "About “\(row.displayTitle)”",
        from: FixedRows(rows) { context.copy($0.title, called: "Line") })
    }
  }
}
