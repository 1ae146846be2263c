import Editor
import Foundation
import MarfaModel
import TerminalUI

/// Typing and drawing in long notes, against moving the gap of a plain buffer.
enum EditorArea {
  static func run(_ report: Report, _ setting: Setting) async throws {
    var random = SeededRandomness(seed: 5)
    let paragraph = setting.corpus.text(600, &random) + "\n\n"
    for (name, bytes) in [("10 KB", 10_000), ("10 MB", 10_000_000)] {
      let text = String(repeating: paragraph, count: max(1, bytes / paragraph.utf8.count))
      try await report.row(
        samples: 5, ours: Action("open \(name)") { _ = Editor(text) })
      try await typing(report, name, text, keys(setting))
    }
  }

  /// What is typed: words, with a new line after some seventy letters.
  private static func keys(_ setting: Setting) -> [KeyEvent] {
    var random = SeededRandomness(seed: 6)
    let text = setting.corpus.text(20_000, &random)
    return text.enumerated().map { index, character in
      index % 70 == 69 ? KeyEvent(.enter) : KeyEvent(character)
    }
  }

  private static func typing(
    _ report: Report, _ name: String, _ text: String, _ keys: [KeyEvent]
  ) async throws {
    let size = Size(columns: 120, rows: 40)
    var editor = Editor(text, options: EditorOptions(preset: .plain))
    editor.fit(size)
    var gap = [UInt8](repeating: 0, count: 64 * 1024)
    var time = Duration.zero
    var typed = 0
    func type() {
      time += .milliseconds(20)
      typed += 1
      _ = editor.handle(keys[typed % keys.count], at: time)
      // As before each frame: the view follows the cursor.
      editor.fit(size)
    }
    let baseline = Action("16 bytes moved in an array", count: 20) {
      for index in 0..<16 { gap[index + 16] = gap[index] &+ 1 }
    }
    try await report.row(
      samples: 300, .p95(seconds: 0.0019), baseline: baseline,
      ours: Action("type a letter into \(name)", count: 20) {
        type()
      })
    try await report.row(
      samples: 300, .p95(seconds: 0.005),
      ours: Action("type a letter into \(name) and draw") {
        type()
        var surface = Surface(size: size)
        editor.render(into: &surface, in: surface.bounds, styles: EditorStyles(), isFocused: true)
      })
  }
}
