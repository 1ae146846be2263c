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
  private let objection: (@MainActor (String) async -> String?)?
  private var hasEntered = false
  /// Why the text was not taken; nil once it is another one.
  private var reason: String?
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
  ///   - objection: Why a text cannot be taken, looked for on Enter; the prompt stays then, with
  ///     the text, and shows the reason below. Nil takes it.
  ///   - cancelled: Called when the prompt is left without Enter.
  ///   - entered: Called with the text on Enter.
  package init(
    context: Context, title: String, text: String = "",
    history: InputHistory = InputHistory(),
    remark: @escaping @MainActor (String) -> String = { _ in "" },
    completions: @escaping @MainActor (String) -> [String] = { _ in [] },
    changed: @escaping @MainActor (String) -> Void = { _ in },
    objection: (@MainActor (String) async -> String?)? = nil,
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
    self.objection = objection
    self.cancelled = cancelled
    self.entered = entered
  }

  package var keyContext: KeyContext { .prompt }
  package var capturesKeys: Bool { true }
  package var hints: [ActionHint] {
    [ActionHint(keys: "Enter", "done"), ActionHint("app.cancel", "back")]
  }

  package func handle(_ event: InputEvent) -> EventResult {
    if case .key(let key) = event, key.key == .tab {
      return complete(isBackwards: !key.modifiers.isEmpty)
    }
    if case .key(KeyEvent(.character("r"), modifiers: .control)) = event, !history.entries.isEmpty {
      return .consumed([.push(searchHistory)])
    }
    offered = []
    switch input.handle(event) {
    case .changed: textChanged()
    case .moved: break
    case .submitted:
      guard let objection else { return .consumed(accept()) }
      judge(by: objection)
    case .previous: recall(history.previous(from: input.text))
    case .next: recall(history.next())
    case .cancelled, .ignored: return .ignored
    }
    return .consumed()
  }

  /// Takes the text.
  private func accept() -> [Effect] {
    hasEntered = true
    let (text, entered) = (input.text, entered)
    return [.close(self), .call { entered(text) }]
  }

  /// Takes the text unless something speaks against it; what is typed meanwhile waits.
  private func judge(by objection: @escaping @MainActor (String) async -> String?) {
    context.work.performHolding("Looking at “\(input.text)”") { [self] in
      reason = await objection(input.text)
      if reason == nil { accept().forEach(context.carryOut) }
    }
  }

  private func textChanged() {
    reason = nil
    changed(input.text)
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
    textChanged()
  }

  package func didClose() {
    if !hasEntered { cancelled() }
  }

  package func placement(in screen: Rect) -> Rect {
    let height = screen.rows >= 8 ? 2 : 1
    // The reason takes the prompt's place, and the prompt the line above.
    let rows = reason == nil ? 1 : 2
    return Rect(
      column: 0, row: max(0, screen.rows - height - rows + 1), columns: screen.columns,
      rows: min(rows, screen.rows))
  }

  package func render(in rect: Rect, on surface: inout Surface, _ frame: Frame) {
    let (line, below) = rect.splitTop(1)
    surface.draw(
      TextField(
        label: StyledText(label, style: frame.style("ui.prompt.hint")), input: input,
        style: frame.style("ui.prompt"), isFocused: frame.isFocused), in: line)
    drawRemark(in: line, on: &surface, frame)
    guard let reason, below.rows > 0 else { return }
    let style = frame.style("ui.prompt")
    surface.fill(below, style: style)
    surface.drawLine(
      reason, in: below.inset(left: 1, right: 1),
      style: style.overlaid(with: frame.style("ui.message.error")), frame)
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
