import Editor
import TerminalUI
import TestSupport

/// An editor under random input, with what must hold of it after each step.
struct EditorFuzz {
  private(set) var driver: EditorDriver
  /// Steps done so far.
  private(set) var count = 0
  /// The text as the effects tell it.
  private var shadow: TextBuffer

  init(_ text: String, preset: EditorOptions.Preset = .vim) {
    driver = EditorDriver(text, options: EditorOptions(preset: preset))
    driver.editor.fit(Size(columns: 30, rows: 10))
    shadow = driver.editor.buffer
  }

  /// A text and steps drawn from a seed.
  init(seed: UInt64, pieces: Int = 60) {
    var random = SplitMix64(seed: seed)
    let isPlain = Int.random(in: 0..<8, using: &random) == 0
    self.init(
      random.text(pieces: Int.random(in: 0..<pieces, using: &random)),
      preset: isPlain ? .plain : .vim)
  }

  /// Does a step.
  ///
  /// - Parameters:
  ///   - step: What happens.
  ///   - workSteps: The most steps of work that the application does.
  ///   - held: Runs what the application does on its main actor.
  /// - Returns: What does not hold any more; nil when all does.
  mutating func perform(
    _ step: FuzzStep, workSteps: Int = 100_000, held: (() -> Void) -> Void = { $0() }
  ) async -> String? {
    count += 1
    await step.perform(on: &driver, workSteps: workSteps, held: held)
    if let problem = followChanges() { return problem }
    return problem(isDrawing: count % 7 == 0)
  }

  private mutating func followChanges() -> String? {
    for case .textChanged(let changes) in driver.effects {
      for change in changes {
        guard change.range.lowerBound >= 0, change.range.upperBound <= shadow.byteCount else {
          return "a change of \(change.range) in a text of \(shadow.byteCount) bytes"
        }
        for end in [change.range.lowerBound, change.range.upperBound]
        where shadow.offset(ofScalar: shadow.scalarOffset(at: end)) != end {
          return "a change of \(change.range) cuts a scalar"
        }
        shadow.apply(change)
      }
    }
    let editor = driver.editor
    guard shadow.byteCount == editor.buffer.byteCount else {
      return "the effects tell of \(shadow.byteCount) bytes, there are \(editor.buffer.byteCount)"
    }
    let isCompared = shadow.byteCount < 20_000 && count % 16 == 0
    return isCompared && shadow != editor.buffer ? "the effects tell another text" : nil
  }

  private func problem(isDrawing: Bool) -> String? {
    let editor = driver.editor
    let (buffer, size) = (editor.buffer, editor.buffer.byteCount)
    for (name, place) in [("cursor", editor.selection.head), ("anchor", editor.selection.anchor)] {
      guard (0...size).contains(place) else { return "the \(name) \(place) is outside \(size)" }
      guard buffer.clusterStart(at: place) == place else { return "the \(name) is in a cluster" }
    }
    for name in editor.marks.names {
      let place = editor.marks[name] ?? 0
      guard (0...size).contains(place) else { return "mark \(name) \(place) is outside \(size)" }
    }
    if let range = editor.selectedRange, range.lowerBound < 0 || range.upperBound > size {
      return "\(range) is selected of \(size) bytes"
    }
    // The view may be scrolled away from the match that an open line shows.
    guard editor.prompt != nil || editor.cursorCell != nil else {
      return "the cursor is out of view"
    }
    guard isDrawing else { return nil }
    _ = (editor.hints, editor.statistics, editor.link(at: editor.cursor), editor.pendingKeys)
    var surface = Surface(size: Size(columns: 30, rows: 10))
    editor.render(into: &surface, in: surface.bounds, styles: EditorStyles(), isFocused: true)
    return nil
  }
}
