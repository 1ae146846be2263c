import Editor
import Testing
import TerminalUI

/// Drives an editor with keys written as vi writes them, and shows its state as marked text.
///
/// `▌` stands before the cursor; a selection is `#[text|]#`, the bar at the end that moves.
struct EditorDriver {
  var editor: Editor
  var effects: [EditorEffect] = []
  var time = Duration.zero
  /// Whether each key comes after the frame of the one before, as from a person.
  var isSlow = true

  /// Opens a marked text.
  init(_ marked: String, options: EditorOptions = EditorOptions()) {
    let (text, cursor) = EditorDriver.unmarked(marked)
    editor = Editor(text, options: options)
    editor.fit(Size(columns: 81, rows: 20))
    editor.moveCursor(toOffset: cursor)
  }

  /// Presses keys, a tenth of a second apart; `<wait>` lets two seconds pass.
  mutating func press(_ keys: String) {
    for part in keys.split(separator: "<wait>", omittingEmptySubsequences: false).enumerated() {
      if part.offset > 0 { time += .seconds(2) }
      for key in KeyNotation.keys(String(part.element)) {
        time += .milliseconds(100)
        effects += editor.handle(key, at: time)
        if isSlow { effects += editor.catchUp() }
      }
    }
  }

  /// Runs a line of command mode.
  mutating func run(_ line: String) throws {
    time += .milliseconds(100)
    effects += editor.run(try #require(ExCommand(line), "\(line)"), at: time)
  }

  /// Runs the searches that the editor asks for, as the application does.
  mutating func finishSearches() async {
    while editor.isSearching {
      let jobs = effects.compactMap { if case .search(let job) = $0 { job } else { nil } }
      guard let finding = await jobs.last?.run() else { return }
      time += .milliseconds(100)
      effects += editor.finish(finding, at: time) + editor.catchUp()
    }
  }

  /// Does the work that the editor asks for, as the application does.
  mutating func finishWork() async {
    while editor.isWorking {
      let works = effects.compactMap { if case .work(let work) = $0 { work } else { nil } }
      guard let result = await works.last?.run() else { return }
      time += .milliseconds(100)
      effects += editor.finish(result, at: time)
    }
  }

  /// Pastes a text.
  mutating func paste(_ text: String) {
    time += .milliseconds(100)
    effects += editor.paste(text, at: time)
    if isSlow { effects += editor.catchUp() }
  }

  /// The text with its cursor or selection marked.
  var marked: String {
    let text = Array(editor.text.utf8)
    func part(_ range: Range<Int>) -> String { String(decoding: text[range], as: UTF8.self) }
    if let selected = editor.selectedRange {
      let (before, after) = (part(0..<selected.lowerBound), part(selected.upperBound..<text.count))
      let isForward = editor.selection.head >= editor.selection.anchor
      let inner = part(selected)
      return before + (isForward ? "#[\(inner)|]#" : "#[|\(inner)]#") + after
    }
    return part(0..<editor.cursor) + "▌" + part(editor.cursor..<text.count)
  }

  private static func unmarked(_ marked: String) -> (text: String, cursor: Int) {
    guard let mark = marked.firstIndex(of: "▌") else { return (marked, 0) }
    let cursor = marked.utf8.distance(from: marked.startIndex, to: mark)
    return (marked.replacing("▌", with: ""), cursor)
  }

  /// The marked text after keys.
  static func result(
    _ before: String, _ keys: String, options: EditorOptions = EditorOptions()
  ) -> String {
    var driver = EditorDriver(before, options: options)
    driver.press(keys)
    return driver.marked
  }
}

/// One row of a table: a text, keys, and the text they leave.
struct Row: Sendable, CustomTestStringConvertible {
  let before: String
  let keys: String
  let after: String

  init(_ before: String, _ keys: String, _ after: String) {
    self.before = before
    self.keys = keys
    self.after = after
  }

  var testDescription: String { "\(keys) on \(before.debugDescription)" }
}

extension EditorDriver {
  /// Takes back all steps, and says how many.
  mutating func undoAll() -> Int {
    var steps = 0
    while editor.history.canUndo {
      press("u")
      steps += 1
    }
    return steps
  }

  /// Of the rows drawn, a `#` for each cell that is reversed.
  func reversedCells(columns: Int, rows: Int) -> [String] {
    var surface = Surface(size: Size(columns: columns, rows: rows))
    editor.render(into: &surface, in: surface.bounds, styles: EditorStyles(), isFocused: true)
    return (0..<rows).map { row in
      (0..<columns).map { column in
        surface[column, row].style.modifiers.contains(.reversed) ? "#" : " "
      }.joined()
    }
  }

  /// The rows drawn, without what is blank at their right.
  func screen(columns: Int, rows: Int) -> [String] {
    var surface = Surface(size: Size(columns: columns, rows: rows))
    editor.render(into: &surface, in: surface.bounds, styles: EditorStyles(), isFocused: true)
    return (0..<rows).map { row in
      var line = ""
      for column in 0..<columns where !surface[column, row].isContinuation {
        line.append(surface[column, row].character)
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}
