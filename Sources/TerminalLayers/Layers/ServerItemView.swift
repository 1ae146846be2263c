import Foundation
import MarfaSDK
import NoteFiles
import Operations
import Settings
import TerminalUI

/// An item as the server has it, whether it is on this machine or not.
@MainActor package final class ServerItemView: Layer, Movable {
  /// What the server answered, or did not.
  package typealias Answer = SharedOperation<QueryState<Item, any Error>>

  private let id: String
  private let answer: Answer
  /// The item here; nil when it is not on this machine.
  private let own: SingleItemQuery
  private let context: Context
  private var top = 0
  private var textRows = 1
  private var lines: [String] = []

  /// Shows an item.
  ///
  /// - Parameters:
  ///   - id: The item.
  ///   - answer: The question for it, which is asked now.
  ///   - context: What it gets of the application.
  package init(_ id: String, _ answer: Answer, context: Context) {
    (self.id, self.answer, self.context) = (id, answer, context)
    own = context.store.queryItem(id: id)
  }

  package var keyContext: KeyContext { .popup }

  package var hints: [ActionHint] {
    [
      ActionHint(keys: "r", "ask again"), ActionHint(keys: "y", "copy the text"),
      ActionHint(keys: "PgDn", "scroll"), ActionHint("app.cancel", "back"),
    ]
  }

  package func didClose() { own.stop() }

  // MARK: - Events

  package func handle(_ event: InputEvent) -> EventResult {
    guard case .key(let key) = event, key.modifiers.isEmpty else { return .ignored }
    switch key.key {
    case .character("r"): askAgain()
    case .character("y"): copyText()
    default: return .ignored
    }
    return .consumed()
  }

  private func askAgain() {
    context.work.perform("Asking the server") { [answer] in
      // The state has the error, and the view shows it.
      _ = try? await answer.fetch()
    }
  }

  private func copyText() {
    guard let text = answer.wrappedValue?.properties["body"]?.stringValue else {
      return context.messages.notice("The note has no text.")
    }
    context.copy(text, called: "The text")
  }

  package func move(_ movement: Movement) {
    switch movement {
    case .down(let count): scroll(by: count)
    case .up(let count): scroll(by: -count)
    case .halfPageDown: scroll(by: textRows / 2)
    case .halfPageUp: scroll(by: -textRows / 2)
    case .pageDown: scroll(by: textRows - 1)
    case .pageUp: scroll(by: 1 - textRows)
    case .top: top = 0
    case .bottom: scroll(by: lines.count)
    case .screenTop, .screenMiddle, .screenBottom: break
    }
  }

  private func scroll(by count: Int) {
    top = min(max(0, top + count), max(0, lines.count - textRows))
  }

  // MARK: - Drawing

  /// The most characters of a text that are shown.
  private static let longestText = 200_000

  private func areas(in rect: Rect) -> (head: Rect, facts: Rect, text: Rect) {
    let (head, rest) = rect.splitTop(1)
    let (facts, text) = rest.splitTop(2)
    return (head, facts, text.inset(left: 1, right: 1))
  }

  package func update(in rect: Rect, _ frame: Frame) {
    let area = areas(in: rect).text
    textRows = max(1, area.rows)
    let text = answer.wrappedValue?.properties["body"]?.stringValue ?? ""
    let wrap = WordWrap(columns: max(1, area.columns))
    lines = text.prefix(Self.longestText)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .flatMap { part -> [String] in
        let line = String(part)
        return wrap.rows(of: line).map { String($0.text(in: line)) }
      }
    scroll(by: 0)
  }

  package func render(in rect: Rect, on surface: inout Surface, _ frame: Frame) {
    surface.fill(rect, style: frame.style("ui.text"))
    let areas = areas(in: rect)
    let standing = ServerStanding(
      answer.state, hasAnswer: answer.wrappedValue != nil, relativeTime: frame.relativeTime)
    let known = [answer.wrappedValue, own.item].lazy.compactMap {
      $0?.properties["title"]?.stringValue
    }
    let title = known.first { !$0.isEmpty } ?? id
    surface.drawLine(
      " On the server: “\(title)”", in: areas.head, style: frame.style("ui.title.focus"), frame)
    let (first, second) = areas.facts.splitTop(1)
    surface.drawLine(
      " " + (standing.absence ?? facts(frame)), in: first, style: frame.style("ui.text.dim"), frame)
    surface.drawLine(
      " " + (standing.remark ?? comparison), in: second, style: frame.style("ui.text.dim"), frame)
    for (index, line) in lines.dropFirst(top).prefix(areas.text.rows).enumerated() {
      surface.draw(
        StyledText(line),
        at: Point(column: areas.text.minColumn, row: areas.text.minRow + index), clip: areas.text)
    }
    if frame.isFocused { surface.cursor = areas.head.origin }
  }

  /// Its version, when and on which device it changed last, and where it is in its life.
  private func facts(_ frame: Frame) -> String {
    guard let item = answer.wrappedValue else { return "" }
    let time = Timestamp(iso8601: item.updatedAt).map { frame.relativeTime($0.date) }
    return [
      item.type, "version \(item.version)", time, item.device,
      item.state == .active ? nil : item.state.rawValue,
    ].compactMap(\.self).joined(separator: " · ")
  }

  /// How it compares with what is on this machine.
  private var comparison: String {
    guard let item = answer.wrappedValue, !own.isLoading else { return "" }
    guard let mine = own.item else { return "It is not on this machine." }
    return mine.properties == item.properties && mine.state == item.state
      ? "This machine has the same." : "This machine has something else."
  }
}
