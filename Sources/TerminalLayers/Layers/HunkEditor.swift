import Editor
import NoteFiles
import TerminalUI

/// A few lines that are written in place of what two sides have.
@MainActor final class HunkEditor {
  private var editor: Editor

  /// Begins with a text, at its end.
  init(_ text: String) {
    editor = Editor(text, options: EditorOptions(preset: .plain))
    editor.moveCursor(toOffset: text.utf8.count)
  }

  /// What is written.
  var text: String { editor.text }

  /// Takes a key or a paste.
  func handle(_ event: InputEvent, at time: Duration) {
    switch event {
    // There is no clipboard here, and nothing to save.
    case .key(let key): _ = editor.handle(key, at: time)
    case .paste(let text): _ = editor.paste(text, at: time)
    default: break
    }
  }

  /// The lines get the size of their place.
  func fit(_ size: Size) {
    // A few lines are never too long to be searched here.
    _ = editor.catchUp()
    editor.fit(size)
  }

  /// Draws the lines, with the cursor.
  func render(in rect: Rect, on surface: inout Surface, _ frame: Frame) {
    editor.render(
      into: &surface, in: rect, styles: EditorStyles(theme: frame.theme),
      isFocused: frame.isFocused)
  }
}

/// Writing something else in place of both sides.
extension MergeView {
  func beginEditing() {
    let text =
      switch decision.choices[decision.current] ?? takeWritten().map(MergeDecision.Choice.own) {
      case .theirs?: place.theirs
      case .both?: place.mine + place.theirs
      case .own(let text)?: text
      case .mine?, nil: place.mine
      }
    // The end of the last line is no line of its own.
    editing = HunkEditor(text.hasSuffix("\n") ? String(text.dropLast()) : text)
  }

  func edit(_ event: InputEvent) -> EventResult {
    if case .key(let key) = event {
      if key.key == .escape {
        if let text = editing?.text { decision.choose(.own(withLineEnd(text))) }
        editing = nil
        return .consumed()
      }
      if key == KeyEvent(.character("c"), modifiers: .control) {
        editing = nil
        return .consumed()
      }
    }
    editing?.handle(event, at: context.elapsed())
    return .consumed()
  }

  /// Whole lines stay whole lines.
  private func withLineEnd(_ text: String) -> String {
    let endsLine = place.mine.hasSuffix("\n") || place.theirs.hasSuffix("\n")
    return endsLine && !text.isEmpty && !text.hasSuffix("\n") ? text + "\n" : text
  }
}
