import Editor
import Foundation
import NoteEditing
import TerminalUI
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct UndoArchivesTests {
  @Test func `a history is found again for the same text only`() async throws {
    let folder = try TemporaryDirectory()
    let archives = UndoArchives(stateDirectory: folder.path)
    var editor = Editor("one")
    _ = editor.handle(KeyEvent("x"), at: .zero)

    await archives.keep(editor, noteId: "n")
    var again = await archives.open("ne", options: EditorOptions(), noteId: "n")
    _ = again.handle(KeyEvent("u"), at: .zero)
    #expect(again.text == "one")
    var other = await archives.open("two", options: EditorOptions(), noteId: "n")
    _ = other.handle(KeyEvent("u"), at: .zero)

    #expect(other.text == "two")
  }

  @Test func `a limited number of histories is kept`() async throws {
    let folder = try TemporaryDirectory()
    let archives = UndoArchives(stateDirectory: folder.path, limit: 3)

    for number in 0..<7 { await archives.keep(Editor("text"), noteId: "note\(number)") }

    let kept = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/undo")
    #expect(kept.count == 3)
  }
}
