import MarfaSDK
import NoteFiles
import NoteMarkup

/// Copying a part of the selected note.
@MainActor package struct CopyActions {
  let context: Context
  let workspace: Workspace
  let boxes: Boxes

  /// What of a note is copied.
  package enum Part: String, CaseIterable {
    case text, link, id, path, title
  }

  /// Offers what to copy.
  func offer() {
    let rows = [
      PickerRow(id: Part.text.rawValue, title: "Text"),
      PickerRow(id: Part.link.rawValue, title: "A link to the note"),
      PickerRow(id: Part.id.rawValue, title: "The id"),
      PickerRow(id: Part.path.rawValue, title: "The path"),
      PickerRow(id: Part.title.rawValue, title: "Title"),
    ]
    boxes.pick("Copy", from: FixedRows(rows) { Part(rawValue: $0.id).map(copy) })
  }

  /// Copies a part of the selected note.
  package func copy(_ part: Part) {
    guard let row = workspace.selectedNote else { return }
    switch part {
    case .title: context.copy(row.title, called: "Title")
    case .id: context.copy(row.id, called: "Id")
    case .link:
      context.work.perform("Copying") {
        let count = try await context.client.store.itemCount(titled: row.title)
        let link = NoteLink.text(to: row.id, titled: row.title, of: count)
        context.copy("[[\(link)]]", called: "Link")
      }
    case .path:
      context.work.perform("Copying") {
        let path = try await NotePath.path(id: row.id, title: row.title, in: context.client)
        context.copy(path, called: "Path \(path)")
      }
    case .text:
      context.work.perform("Copying") {
        let note = try await context.client.store.noteText(id: row.id)
        context.copy(note.body, called: "Text")
      }
    }
  }
}
