import Editor
import TerminalUI

/// One thing that happens to an editor: what a person presses, or what the application does to it.
enum FuzzStep: Codable, Sendable, Hashable {
  /// Keys, in key notation.
  case keys(String)
  /// One key, as its notation could not be read back: a character or a control character.
  case character(String, isControl: Bool)
  /// A bracketed paste.
  case paste(String)
  /// A line of command mode, without its colon.
  case line(String)
  /// An action of the palette, by its name.
  case action(String)
  /// A change made elsewhere; the places are permille of the text.
  case remote(from: Int, to: Int, text: String)
  /// A change of the application's own; the places are permille of the text.
  case edit(from: Int, to: Int, text: String)
  /// A click, or a drag.
  case click(column: Int, row: Int, isExtending: Bool)
  /// Rows by which the view moves.
  case scroll(Int)
  /// The pane gets another size.
  case fit(columns: Int, rows: Int)
  /// The cursor goes to a permille of the text.
  case go(Int)
  /// A completion is accepted.
  case complete(String)
  /// What the application does when panes change.
  case startInserting, resumeTyping
}

extension FuzzStep {
  /// Does it, and everything that the editor asks of the application in return.
  ///
  /// - Parameters:
  ///   - driver: The editor.
  ///   - workSteps: The most steps of work that the application does.
  ///   - held: Runs what the application does on its main actor.
  func perform(
    on driver: inout EditorDriver, workSteps: Int, held: (() -> Void) -> Void = { $0() }
  ) async {
    driver.time += .milliseconds(30)
    driver.effects = []
    held { perform(on: &driver) }
    for _ in 0..<8 {
      var answers: [(inout EditorDriver) -> Void] = []
      for effect in driver.effects.suffix(1) {
        switch effect {
        case .work(let work):
          guard let result = await work.run(steps: workSteps) else { continue }
          answers.append { $0.effects += $0.editor.finish(result, at: $0.time) }
        case .search(let job):
          guard let finding = await job.run() else { continue }
          answers.append { $0.effects += $0.editor.finish(finding, at: $0.time) }
        case .requestClipboard:
          answers.append {
            $0.effects += $0.editor.supplyClipboard("clip\nboard\r\n", at: $0.time)
          }
        default: break
        }
      }
      if answers.isEmpty { return }
      let count = driver.effects.count
      held { for answer in answers { answer(&driver) } }
      if driver.effects.count == count { return }
    }
  }

  private func perform(on driver: inout EditorDriver) {
    let size = driver.editor.buffer.byteCount
    func place(_ permille: Int) -> Int {
      driver.editor.buffer.clusterStart(at: size * permille / 1000)
    }
    switch self {
    case .keys(let keys): driver.press(keys)
    case .character(let text, let isControl):
      guard let character = text.first else { return }
      let key = KeyEvent(.character(character), modifiers: isControl ? .control : [])
      driver.effects += driver.editor.handle(key, at: driver.time)
    case .paste(let text): driver.effects += driver.editor.paste(text, at: driver.time)
    case .line(let line):
      if let command = ExCommand(line) {
        driver.effects += driver.editor.run(command, at: driver.time)
      }
    case .action(let name):
      if let action = EditorAction(name: name) {
        driver.effects += driver.editor.perform(action, at: driver.time)
      }
    case .remote(let from, let to, let text):
      let change = TextChange(
        range: place(min(from, to))..<place(max(from, to)), replacement: text)
      driver.editor.apply(remote: change)
      driver.effects.append(.textChanged([change]))
    case .edit(let from, let to, let text):
      let change = TextChange(
        range: place(min(from, to))..<place(max(from, to)), replacement: text)
      driver.effects += driver.editor.edit([change], at: driver.time)
    case .click(let column, let row, let isExtending):
      driver.editor.click(at: Point(column: column, row: row), isExtending: isExtending)
    case .scroll(let rows): driver.editor.scroll(by: rows)
    case .fit(let columns, let rows):
      driver.editor.fit(Size(columns: columns, rows: rows))
    case .go(let permille): driver.editor.moveCursor(toOffset: place(permille))
    case .complete(let text):
      driver.effects += driver.editor.acceptCompletion(text, at: driver.time)
    case .startInserting: driver.editor.startInserting()
    case .resumeTyping: driver.editor.resumeTyping()
    }
  }
}

extension FuzzStep {
  /// Draws a step: half of them single keys, the others commands, lines, pastes and changes.
  static func random(
    _ kind: FuzzKind, using random: inout some RandomNumberGenerator
  ) -> FuzzStep {
    switch kind {
    case .keys: return .keys(pick(FuzzPieces.keys, &random))
    case .raw: return raw(&random)
    case .commands: return command(&random)
    }
  }

  private static func raw(_ random: inout some RandomNumberGenerator) -> FuzzStep {
    let value = UInt32.random(in: 0..<256, using: &random)
    switch value {
    case 0x1b: return .keys("<esc>")
    case 0x0d: return .keys("<cr>")
    case 0x09: return .keys("<tab>")
    case 0x08, 0x7f: return .keys("<bs>")
    case 0..<0x20:
      return .character(String(UnicodeScalar(UInt8(value + 0x60))), isControl: true)
    case 0x80...:
      let wide = UInt32.random(in: 0x80..<0x3000, using: &random)
      return .character(UnicodeScalar(wide).map { String($0) } ?? "é", isControl: false)
    default: return .character(String(UnicodeScalar(UInt8(value))), isControl: false)
    }
  }

  private static func command(_ random: inout some RandomNumberGenerator) -> FuzzStep {
    func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
    switch number(0..<40) {
    case 0..<20:
      let count = number(0..<6) == 0 ? pick(FuzzPieces.counts, &random) : ""
      return .keys(count + pick(FuzzPieces.commands, &random))
    case 20..<24:
      return .keys(pick(FuzzPieces.operators, &random) + pick(FuzzPieces.motions, &random))
    case 24..<28: return .keys("i" + pick(FuzzPieces.texts, &random) + "<esc>")
    case 28..<31:
      return .line(
        pick(FuzzPieces.ranges, &random) + pick(FuzzPieces.lines, &random))
    case 31: return .paste(pick(FuzzPieces.texts, &random) + "\n" + pick(FuzzPieces.texts, &random))
    case 32:
      return .remote(
        from: number(0..<1001), to: number(0..<1001), text: pick(FuzzPieces.texts, &random))
    case 33:
      return .edit(
        from: number(0..<1001), to: number(0..<1001), text: pick(FuzzPieces.texts, &random))
    case 34:
      return .click(
        column: number(-2..<40), row: number(-2..<20), isExtending: number(0..<2) == 0)
    case 35: return .action(EditorAction.all[number(0..<EditorAction.all.count)].name)
    case 36: return .scroll(number(-30..<30))
    case 37: return .fit(columns: number(0..<40), rows: number(0..<15))
    case 38: return .complete(pick(FuzzPieces.texts, &random))
    default:
      return [.startInserting, .resumeTyping, .go(number(0..<1001))][number(0..<3)]
    }
  }

  private static func pick(_ list: [String], _ random: inout some RandomNumberGenerator) -> String {
    list.randomElement(using: &random) ?? ""
  }
}

/// What random input is made of.
enum FuzzKind: String, CaseIterable, Sendable {
  /// Single keys that a person could press.
  case keys
  /// Any characters and control characters.
  case raw
  /// Whole commands, lines of command mode, pastes, clicks and changes made elsewhere.
  case commands
}
