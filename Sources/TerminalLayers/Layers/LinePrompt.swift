import Settings
import TerminalUI

/// One line to type in, on the status line: a title, a query, a command.
@MainActor package final class LinePrompt: Layer {
  private let title: String
  private let context: Context
  private var input: TextInput
  private let remark: @MainActor (String) -> String
  private let completions: @MainActor (String) -> [String]
  private let changed: @MainActor (String) -> Void
  private let entered: @MainActor (String) -> Void
  private let cancelled: @MainActor () -> Void
  private var hasEntered = false
  /// What Tab offers in turn, until another key.
  private var offered: [String] = []
  private var history: InputHistory

  /// Asks for a line; just one of `entered` and `cancelled` is called, once.
  ///
  /// - Parameters:
  ///   - context: What it gets of the application.
  ///   - title: What is asked for, before the field.
  ///   - text: What is in the field at first.
  ///   - history: Earlier lines that Up brings back.
  ///   - remark: What to say of the text, at the right end.
  ///   - completions: What Tab makes of the text, one after the other.
  ///   - changed: Called whenever the text has changed.
  ///   - cancelled: Called when the prompt is left without Enter.
  ///   - entered: Called with the text on Enter.
  package init(
    context: Context, title: String, text: String = "",
    history: InputHistory = InputHistory(),
    remark: @escaping @MainActor (String) -> String = { _ in "" },
    completions: @escaping @MainActor (String) -> [String] = { _ in [] },
    changed: @escaping @MainActor (String) -> Void = { _ in },
    cancelled: @escaping @MainActor () -> Void = {},
    entered: @escaping @MainActor (String) -> Void
  ) {
    self.context = context
    self.title = title
    input = TextInput(text)
    self.history = history
    self.remark = remark
    self.completions = completions
    self.changed = changed
    self.cancelled = cancelled
    self.entered = entered
  }

  package var keyContext: KeyContext { .prompt }
  package var capturesKeys: Bool { true }
  package var hints: [ActionHint] { [ActionHint("app.cancel", "back")] }

  package func handle(_ event: InputEvent) -> EventResult {
    if case .key(let key) = event, key.key == .tab {
      return complete(isBackwards: !key.modifiers.isEmpty)
    }
    if case .key(KeyEvent(.character("r"), modifiers: .control)) = event, !history.entries.isEmpty {
      return .consumed([.push(searchHistory)])
    }
    offered = []
    switch input.handle(event) {
    case .changed: changed(input.text)
    case .moved: break
    case .submitted:
      hasEntered = true
      let (text, entered) = (input.text, entered)
      return .consumed([.close(self), .call { entered(text) }])
    case .previous: recall(history.previous(from: input.text))
    case .next: recall(history.next())
    case .cancelled, .ignored: return .ignored
    }
    return .consumed()
  }

  /// Puts the next thing that the text may become in its place.
  private func complete(isBackwards: Bool) -> EventResult {
    // The only thing that the text may become may go on: a folder has files.
    if offered.isEmpty || offered == [input.text] { offered = completions(input.text) }
    guard !offered.isEmpty else { return .consumed() }
    let index = offered.firstIndex(of: input.text)
    let next = index.map { $0 + (isBackwards ? -1 : 1) } ?? (isBackwards ? -1 : 0)
    recall(offered[(next + offered.count) % offered.count])
    return .consumed()
  }

  /// Offers the earlier lines, the latest first, narrowed by what is typed there.
  private var searchHistory: Picker {
    let rows = history.entries.reversed().map { PickerRow(id: $0, title: $0) }
    return Picker(
      context: context, title: "History",
      source: FixedRows(
        rows, emptyText: "No history yet.", unmatchedText: "No match in history."
      ) { [weak self] in self?.recall($0.id) })
  }

  private func recall(_ text: String?) {
    guard let text else { return }
    input.replace(with: text)
    changed(text)
  }

  package func didClose() {
    if !hasEntered { cancelled() }
  }

  package func placement(in screen: Rect) -> Rect {
    let height = screen.rows >= 8 ? 2 : 1
    return Rect(
      column: 0, row: max(0, screen.rows - height), columns: screen.columns, rows: 1)
  }

  package func render(in rect: Rect, on surface: inout Surface, _ frame: Frame) {
    surface.draw(
      TextField(
        label: StyledText(label, style: frame.style("ui.prompt.hint")), input: input,
        style: frame.style("ui.prompt"), isFocused: frame.isFocused), in: rect)
    drawRemark(in: rect, on: &surface, frame)
  }

  /// A sign is close to what it asks for; a word has a colon.
  private var label: String {
    title.allSatisfy(\.isPunctuation) ? " \(title)" : " \(title): "
  }

  /// The remark is at the right, where the text leaves room for some of it.
  private func drawRemark(in rect: Rect, on surface: inout Surface, _ frame: Frame) {
    let text = remark(input.text)
    let used = TextWidth.columns(of: label) + TextWidth.columns(of: input.text) + 3
    let width = min(TextWidth.columns(of: text), rect.columns - used - 1)
    guard width > 8 || width == TextWidth.columns(of: text), width > 0 else { return }
    surface.draw(
      TextWidth.truncated(text, to: width, ellipsis: frame.glyphs.ellipsis),
      at: Point(column: rect.maxColumn - width - 1, row: rect.minRow), clip: rect,
      style: frame.style("ui.prompt.hint"))
  }
}
