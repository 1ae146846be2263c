import Editor
import MarfaSDK
import NoteFiles
import NoteMarkup

/// Following links, and what concerns the note in the editor.
extension Application {
  /// Follows the selected link of the note, or the one under the cursor.
  package func followLink() {
    if workspace.note.isEditing {
      workspace.note.followUnderCursor()
      return
    }
    guard let link = workspace.note.reader.link else {
      messages.notice("Tab selects a link, then Enter follows it.")
      return
    }
    follow(link.target)
  }

  /// Follows a link that the editor found.
  package func follow(_ link: EditorLink) {
    switch link.kind {
    case .note: follow(.note(title: link.target, heading: nil))
    case .tag: follow(.tag(link.target))
    case .target: follow(.address(link.target))
    }
  }

  /// Goes to what a link leads to; a note that does not exist is offered to be created.
  package func follow(_ target: LinkTarget) {
    switch target {
    case .tag(let tag): show(.tag(tag))
    case .note(let title, let heading): openNote(titled: title, heading: heading)
    case .address(let address): followAddress(address)
    case .image(let address):
      performHolding("Following the link") { [self] in
        let files = await workspace.note.files()
        let isMissing = ImageFacts.text(for: address, beside: files) == FileAddress.missing
        let path = files.path(of: address) ?? address
        messages.notice(
          isMissing ? "There is no image at \(path)." : "The image is at \(path).")
      }
    }
  }

  private func followAddress(_ address: String) {
    guard !address.contains("://"), !address.hasPrefix("mailto:") else {
      copyToClipboard(address, called: "The address \(address)")
      return
    }
    performHolding("Following the link") { [self] in
      if let id = try await client.store.linkedItem(
        address, as: .path, from: workspace.note.id)
      {
        open(id: id)
      } else {
        messages.notice("No note is at \(address).")
      }
    }
  }

  private func openNote(titled title: String, heading: String?) {
    performHolding("Following the link") { [self] in
      guard
        let id = try await client.store.linkedItem(
          title, as: .name, from: workspace.note.id)
      else {
        askToCreate(title)
        return
      }
      open(id: id)
      let count = try await client.store.itemCount(titled: title)
      if count > 1, id != title.lowercased() {
        messages.notice("\(count) notes have this title; this one changed last. [[ offers each.")
      }
      if let heading { workspace.note.go(toHeading: heading) }
    }
  }

  private func askToCreate(_ title: String) {
    compositor.push(
      ConfirmDialog(
        application: self, question: "There is no note “\(title)”. Create it?", confirmKey: "c",
        confirmLabel: "create"
      ) { [self] in createNote(titled: title) })
  }

  /// Creates a note with a title and opens it for typing.
  package func createNote(titled title: String) {
    performHolding("Creating the note") { [self] in
      let id = try await createNote(title: title, body: "", in: workspace.list.source)
      await openForTyping(id: id)
    }
  }

  /// Goes to the next or previous hit of the list's filter in the note; without any, the keys mean
  /// what they mean elsewhere.
  package func goToHit(_ step: NoteReader.Step) {
    guard workspace.note.reader.hits.place == nil else { return workspace.note.goToHit(step) }
    switch step {
    case .next: newNote()
    case .previous: newNoteFromTemplate()
    }
  }

  /// Opens the selected note in the editor here; the preset `plain` types in every case.
  package func editNote(in mode: NotePane.OpeningMode) {
    workspace.focus = .note
    performHolding("Opening the editor") { [self] in await workspace.note.edit(in: mode) }
  }

  /// Checks or unchecks the task at the cursor, or the first one seen.
  package func toggleCheckbox() { workspace.note.toggleCheckbox() }
}
