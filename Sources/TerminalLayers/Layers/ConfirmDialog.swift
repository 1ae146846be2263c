import Settings
import TerminalUI

/// Asks before something that cannot be undone.
///
/// The key that confirms is another than the one that asked; Enter and Escape are the safe choice;
/// a paste is never an answer, and keys typed before the dialog was drawn are not taken.
@MainActor package final class ConfirmDialog: Layer {
  /// A key that confirms, and what it does.
  package struct Answer {
    /// The key.
    let key: Character
    /// What it does, in a few words.
    let label: String
    /// Called once if it was chosen.
    let chosen: @MainActor () -> Void

    /// An answer.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - label: What it does, in a few words.
    ///   - chosen: Called once if it was chosen.
    package init(key: Character, label: String, chosen: @escaping @MainActor () -> Void) {
      (self.key, self.label, self.chosen) = (key, label, chosen)
    }
  }

  private let question: String
  private let answers: [Answer]
  private let keptLabel: String
  private let kept: @MainActor () -> Void
  private var wasDrawn = false
  private var isConfirmed = false

  /// Asks before something that cannot be undone; Enter and Esc keep everything as it is.
  ///
  /// - Parameters:
  ///   - question: What will happen, as a question.
  ///   - confirmKey: The key that confirms.
  ///   - confirmLabel: What confirming does, in a word or two.
  ///   - keptLabel: What Enter does.
  ///   - kept: Called once if it was not confirmed.
  ///   - confirmed: Called once if it was confirmed.
  package convenience init(
    question: String, confirmKey: Character, confirmLabel: String, keptLabel: String = "cancel",
    kept: @escaping @MainActor () -> Void = {}, confirmed: @escaping @MainActor () -> Void
  ) {
    let answer = Answer(key: confirmKey, label: confirmLabel, chosen: confirmed)
    self.init(question: question, answers: [answer], keptLabel: keptLabel, kept: kept)
  }

  /// Asks which of several things to do; Enter and Esc keep everything as it is.
  ///
  /// - Parameters:
  ///   - question: What will happen, as a question.
  ///   - answers: The keys that confirm.
  ///   - keptLabel: What Enter does.
  ///   - kept: Called once if none was chosen.
  package init(
    question: String, answers: [Answer], keptLabel: String = "cancel",
    kept: @escaping @MainActor () -> Void = {}
  ) {
    self.question = question
    self.answers = answers
    self.keptLabel = keptLabel
    self.kept = kept
  }

  package var keyContext: KeyContext { .popup }
  package var capturesKeys: Bool { true }

  package func handle(_ event: InputEvent) -> EventResult {
    guard wasDrawn, case .key(let key) = event else { return .consumed() }
    if let answer = answers.first(where: { KeyEvent($0.key) == key }) {
      isConfirmed = true
      return .consumed([.close(self), .call(answer.chosen)])
    } else if key.key == .enter || key.key == .escape || key == KeyEvent("n") {
      return .consumed([.close(self)])
    }
    return .consumed()
  }

  private var offer: String {
    answers.map { "\($0.key) \($0.label)   " }.joined() + "Enter \(keptLabel)"
  }

  package func didClose() {
    if !isConfirmed { kept() }
  }

  package func placement(in screen: Rect) -> Rect {
    let longest = max(TextWidth.columns(of: question), TextWidth.columns(of: offer))
    let width = min(screen.columns, max(44, min(70, longest + 6)))
    let lines = TextWidth.columns(of: question) / max(1, width - 4) + 1
    let height = min(screen.rows, lines + 4)
    return Rect(
      column: (screen.columns - width) / 2, row: (screen.rows - height) / 2, columns: width,
      rows: height)
  }

  package func update(in rect: Rect, _ frame: Frame) { wasDrawn = true }

  package func render(in rect: Rect, on surface: inout Surface, _ frame: Frame) {
    let inside = surface.drawPopup("Please confirm", in: rect, frame)
    surface.drawWrapped(question, in: inside, style: frame.style("ui.prompt"))
    let row = inside.maxRow - 1
    surface.draw(
      offer, at: Point(column: inside.minColumn, row: row), clip: inside,
      style: frame.style("ui.help.key"))
    surface.cursor = Point(column: inside.minColumn, row: row)
  }
}
