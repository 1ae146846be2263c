import MarfaSDK
import NoteFiles
import NoteMarkup
import TerminalLayers
import Workbench

/// Following links, and going through the hits of a search.
@MainActor struct LinkActions {
  let context: Context
  let workspace: Workspace
  let boxes: Boxes
  let navigation: Navigation
  let creation: NoteCreation
  let files: AttachmentActions

  /// Follows the selected link of the note, or the one under the cursor.
  func followSelected() {
    if workspace.note.isEditing {
      workspace.note.followUnderCursor()
      return
    }
    guard let link = workspace.note.reader.link else {
      context.messages.notice("Tab selects a link, then Enter follows it.")
      return
    }
    follow(link.target)
  }

  /// Goes to what a link leads to; a note that does not exist is offered to be created.
  func follow(_ target: LinkTarget) {
    switch target {
    case .tag(let tag): navigation.show(.tag(tag))
    case .note(let title, let part): openNote(titled: title, part: part)
    case .address(let address): followAddress(address)
    case .image(let address): followImage(address)
    case .callout(let line): workspace.note.toggleCallout(onLine: line)
    }
  }

  private func followImage(_ address: String) {
    context.work.performHolding("Following the link") {
      if try await self.files.open(named: FileAddress.name(of: address)) { return }
      let files = await workspace.note.files()
      let isMissing = ImageFacts.text(for: address, beside: files) == FileAddress.missing
      let path = files.path(of: address) ?? address
      context.messages.notice(
        isMissing ? "No image at \(path)." : "The image is at \(path).")
    }
  }

  private func followAddress(_ address: String) {
    guard !address.contains("://"), !address.hasPrefix("mailto:") else {
      context.copy(address, called: "Address \(address)")
      return
    }
    let path = FileAddress.path(of: address)
    let part = FileAddress.fragment(of: address)
    guard !path.isEmpty else { return go(toPart: part) }
    context.work.performHolding("Following the link") {
      if let id = try await context.client.store.linkedItem(
        path, as: .path, from: workspace.note.id)
      {
        try await open(id, part: part)
      } else if try await !files.open(named: FileAddress.name(of: address)) {
        context.messages.notice("No note is at \(path).")
      }
    }
  }

  private func openNote(titled title: String, part: String?) {
    guard !title.isEmpty else { return go(toPart: part) }
    context.work.performHolding("Following the link") {
      let store = context.client.store
      guard let id = try await store.linkedItem(title, as: .name, from: workspace.note.id) else {
        if try await files.open(named: title) { return }
        boxes.confirm(
          "No note named “\(title)”. Create it?", key: "c", label: "create"
        ) { creation.create(titled: title) }
        return
      }
      let isId = id == title.lowercased()
      let count = isId ? 1 : try await store.itemCount(titled: title)
      try await open(id, part: part)
      if count > 1 {
        context.messages.notice(
          "\(count) notes have this title; this is the nearest, or the latest. [[ offers each.")
      }
    }
  }

  /// Opens a note at a part of it; what it does not have is said.
  private func open(_ id: String, part: String?) async throws {
    guard id != workspace.note.id else { return go(toPart: part) }
    guard let part else { return navigation.open(id: id) }
    let body = try await context.client.store.noteText(id: id).body
    let line = await Self.line(of: part, in: body)
    navigation.open(id: id, line: line)
    if line == nil { go(toPart: part) }
  }

  /// Looks for a part away from the main actor, for a long text.
  @concurrent
  private nonisolated static func line(of part: String, in text: String) async -> Int? {
    MarkdownSection.line(of: part, in: text)
  }

  /// Goes to a part of the note that is shown.
  private func go(toPart part: String?) {
    if let part { workspace.note.go(toPart: part) }
  }

  /// Goes to the next or previous hit of the list's filter in the note; without any, the keys mean
  /// what they mean elsewhere.
  func goToHit(_ step: NoteReader.Step) {
    guard workspace.note.reader.hits.place == nil else { return workspace.note.goToHit(step) }
    switch step {
    case .next: creation.newNote()
    case .previous: creation.newNoteFromTemplate()
    }
  }
}
