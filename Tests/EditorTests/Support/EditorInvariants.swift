import Editor
import Testing
import TerminalUI

/// Checks what holds of an editor at any time.
func expectInvariants(_ editor: Editor, _ context: String, isDrawing: Bool = false) {
  let text = editor.text
  var boundaries: Set<Int> = [0]
  var offset = 0
  for character in text {
    offset += character.utf8.count
    boundaries.insert(offset)
  }
  #expect(editor.buffer.byteCount == offset, "\(context)")
  #expect(boundaries.contains(editor.cursor), "cursor \(editor.cursor): \(context)")
  #expect(boundaries.contains(editor.selection.anchor), "anchor: \(context)")
  if let selected = editor.selectedRange {
    #expect(selected.upperBound <= offset, "\(context)")
  }
  if editor.mode == .normal, editor.buffer.byteCount > 0 {
    let line = editor.buffer.lineRange(editor.buffer.line(at: editor.cursor))
    #expect(editor.cursor < line.upperBound || line.isEmpty, "past the line: \(context)")
  }
  #expect(editor.cursorCell != nil, "the cursor is in view: \(context)")
  if isDrawing {
    var surface = Surface(size: Size(columns: 12, rows: 7))
    editor.render(
      into: &surface, in: Rect(column: 1, row: 1, columns: 10, rows: 5), styles: EditorStyles(),
      isFocused: true)
    #expect(Rect(column: 1, row: 1, columns: 10, rows: 5).contains(surface.cursor), "\(context)")
  }
}
