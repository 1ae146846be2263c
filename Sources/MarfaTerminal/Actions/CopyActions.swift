import MarfaSDK
import NoteFiles
import NoteMarkup
import TerminalLayers

/// Copying a part of the selected note.
@MainActor package struct CopyActions {
  let context: Context
  let workspace: Workspace
  let boxes: Boxes

  /// What of a note is copied.
  package enum Part: String, CaseIterable {
    case text, link, id, path, title

    /// How the menu and the message after copying call it.
    var name: String { rawValue.capitalized }
  }

  /// Offers what to copy.
  func offer() {
    let rows = Part.allCases.map { PickerRow(id: $0.rawValue, title: $0.name) }
    boxes.pick("Copy", from: FixedRows(rows) { Part(rawValue: $0.id).map(copy) })
  }

  /// Copies a part of the selected note.
  package func copy(_ part: Part) {
    guard let row = workspace.selectedNote else { return }
    switch part {
    case .title: context.copy(row.title, called: part.name)
    case .id: context.copy(row.id, called: part.name)
    case .link:
      context.work.perform("Copying") {
        let count = try await context.client.store.itemCount(titled: row.title)
        let link = NoteLink.text(to: row.id, titled: row.title, of: count)
        context.copy("[[\(link)]]", called: part.name)
      }
    case .path:
      context.work.perform("Copying") {
        let path = try await NotePath.path(id: row.id, title: row.title, in: context.client)
        context.copy(path, called: "\(part.name) \(path)")
      }
    case .text:
      context.work.perform("Copying") {
        let note = try await context.client.store.noteText(id: row.id)
        context.copy(note.body, called: part.name)
      }
    }
  }
}
