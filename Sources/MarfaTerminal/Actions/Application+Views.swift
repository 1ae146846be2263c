import MarfaSDK
import NoteFiles

/// Views of the shown note, and leaving views.
extension Application {
  /// Offers the headings of the note.
  package func openOutline() {
    performHolding("Reading the headings") { [self] in
      let headings = await workspace.note.headings()
      let rows = headings.enumerated().map { index, heading in
        PickerRow(
          id: String(index),
          title: String(repeating: "  ", count: max(0, heading.level - 1)) + heading.title)
      }
      compositor.push(
        Picker(
          application: self, title: "Outline",
          source: FixedRows(rows, emptyText: "The note has no headings.") { [self] row in
            guard let index = Int(row.id) else { return }
            workspace.note.go(toSourceLine: headings[index].line)
            workspace.focus = .note
          }))
    }
  }

  /// Offers the notes that link to this one, and those that only mention its title.
  package func openBacklinks() {
    guard let row = selectedNote else { return }
    performHolding("Looking for links") { [self] in
      let linked = try await client.store.backlinks(to: row.id)
      let request = UnlinkedMentions.query(of: row.id, in: client.store)
      let mentions = try await operations.store(for: request).fetch()
      let places = BacklinkPlace.all(linked: linked, mentions: mentions)
      let rows = places.map(\.row)
      compositor.push(
        Picker(
          application: self, title: "What leads to “\(row.displayTitle)”",
          source: FixedRows(rows, emptyText: "Nothing links here yet.") { [self] chosen in
            guard let place = places.first(where: { $0.row.id == chosen.id }) else { return }
            open(id: place.itemID, line: place.line)
          }))
    }
  }

  /// Offers the earlier versions of the note; the chosen one is shown, and can be taken back.
  package func openHistory() {
    guard let row = selectedNote else { return }
    workspace.note.saveNow()
    performHolding("Reading the history") { [self] in
      let versions = try await client.items.versions(id: row.id)
      let rows = versions.map { version in
        PickerRow(
          id: version.id, title: "version \(version.version)",
          detail: Timestamp(iso8601: version.createdAt).map { relativeTime($0.date) } ?? "")
      }
      compositor.push(
        Picker(
          application: self, title: "History of “\(row.displayTitle)”",
          source: FixedRows(rows, emptyText: "There is no earlier version.") { [self] chosen in
            guard let version = versions.first(where: { $0.id == chosen.id }) else { return }
            showVersion(version)
          }))
    }
  }

  private func showVersion(_ version: ItemVersion) {
    compositor.push(
      ConfirmDialog(
        application: self,
        question: "Take version \(version.version) back? The text of now stays in the history.",
        confirmKey: "t", confirmLabel: "take it back"
      ) { [self] in
        perform("Taking the version back") { [self] in
          let present = try await client.items.get(id: version.itemID)
          // What the version did not have, such as a title of its own, goes again.
          var properties = present.properties.mapValues { _ in JSONValue.null }
          properties.merge(version.properties) { $1 }
          try await client.items.update(id: version.itemID, properties: properties)
          workspace.note.reload()
          messages.notice("Version \(version.version) is back.")
        }
      })
  }

  /// Shows times, version, source and links of the note in words.
  package func openInfo() {
    guard let row = selectedNote else { return }
    performHolding("Reading the note") { [self] in
      let item = try await client.items.get(id: row.id)
      let metadata = try await client.metadata.get(id: row.id)
      let editedAt = try await client.store.editedAt(of: row.id)
      let parents = try await client.store.edges(toTargets: [row.id], edgeType: "parent-of")
      var notebook: Item?
      if let id = parents[row.id]?.first?.sourceID { notebook = try await client.items.get(id: id) }
      let facts = await NoteFacts.read(
        item, metadata: metadata, editedAt: editedAt, notebook: notebook,
        calendar: settings.calendar)
      let rows = facts.lines.map {
        PickerRow(id: $0.0, title: "\($0.0): \($0.1)")
      }
      compositor.push(
        Picker(
          application: self, title: "About “\(row.displayTitle)”",
          source: FixedRows(rows) { [self] in copyToClipboard($0.title, called: "The line") }))
    }
  }

  // MARK: - Leaving

  /// One step out: layer, message, marks, filter, then the pane to the left.
  ///
  /// It never quits.
  package func stepOut() {
    if compositor.top != nil { return compositor.pop() }
    if messages.acknowledge() { return }
    if workspace.focus == .note, workspace.note.stepOut() { return }
    if workspace.list.clearMarks() { return }
    if !workspace.list.filter.isEmpty { return workspace.list.clearFilter() }
    if workspace.focus == .note { workspace.focus = .list }
  }

  /// Closes the layer or leaves the note; in the list it says how to quit.
  package func closeView() {
    if compositor.top != nil { return compositor.pop() }
    if workspace.focus == .note {
      _ = workspace.note.stepOut()
      workspace.focus = .list
      return
    }
    messages.notice("Q quits.")
  }

  /// Stores what is typed and goes back to the shell for a while.
  package func suspend() {
    workspace.note.saveNow()
    activity.changed(isActive: false)
    host.suspend()
    activity.changed(isActive: true)
  }

  /// Stores what is typed, then ends.
  ///
  /// What the store refuses goes into files that `marfa recover` lists; while those cannot be
  /// written either, nothing ends.
  package func quit() {
    leaveNotes()
    keepState()
    end { application in
      do {
        try await application.rescueUnsaved()
        application.host.quit()
      } catch {
        application.askToLoseTexts(because: error)
      }
    }
  }

  /// Asks whether to end without the texts that nothing takes; the default is to stay.
  private func askToLoseTexts(because error: any Error) {
    let count = unsaved.count
    let texts =
      count == 1
      ? "The text of a note can neither be stored nor kept in a file"
      : "The texts of \(count) notes can neither be stored nor kept in files"
    compositor.push(
      ConfirmDialog(
        application: self,
        question: "\(texts): \(ErrorText.sentence(for: error)) "
          + "It is stored by itself as soon as it can be. End all the same, and lose it?",
        confirmKey: "L", confirmLabel: "lose it",
        kept: { [self] in
          messages.notice("Nothing ended. The text can be copied from its note.")
        }
      ) { [self] in host.quit() })
    host.requestFrame()
  }

  /// Leaves the editor, and tries once more to store what the store refused so far.
  package func leaveNotes() {
    workspace.note.leave()
    for session in unsaved.values { session.save() }
  }

  /// Puts the texts that the store refused into files.
  ///
  /// - Throws: The file system's error; the text is still in memory.
  package func rescueUnsaved() async throws {
    for (id, session) in unsaved {
      if let path = try await session.keepInFile() { rescued.append(path) }
      unsaved[id] = nil
    }
  }
}
