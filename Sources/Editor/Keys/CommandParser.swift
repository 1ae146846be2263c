import TerminalUI

/// Reads the keys of normal and visual mode into commands: a pure state machine.
///
///     [“ register] [count] command
///     [“ register] [count] operator [count] (motion | object | operator again)
public struct CommandParser: Hashable, Sendable {
  /// What a key led to.
  enum Outcome: Hashable, Sendable {
    /// More keys are needed.
    case pending
    /// A command is complete.
    case complete(ParsedCommand)
    /// The keys mean nothing.
    case rejected
    /// Escape dropped the pending keys.
    case cancelled
  }

  /// The largest count; a higher one stays there.
  static let countLimit = 100_000

  private var register: Character?
  private var awaitsRegister = false
  private var counts: [Int?] = [nil]
  /// Whether a higher count was typed than there is.
  private var isCountCut = false
  private var operation: Operator?
  private var operatorKeys: [KeyEvent] = []
  private var shape: Character?
  private var keys: [KeyEvent] = []
  private var awaiting: EditorAction?
  private var typed: [KeyEvent] = []

  /// Nothing is pending, and no command was read.
  public init() {}

  /// Whether keys were read that are not yet a command.
  public var isPending: Bool { !typed.isEmpty }
  /// Whether an operator waits for its text.
  public var hasOperator: Bool { operation != nil }
  /// The keys read so far, in key notation.
  public var pendingKeys: String { KeyNotation.text(typed) }

  /// Drops the pending keys.
  mutating func reset() { self = CommandParser() }

  /// Reads one key.
  ///
  /// - Parameters:
  ///   - key: What was pressed.
  ///   - context: The table of the mode; after an operator its own is used.
  ///   - keymap: The tables.
  /// - Returns: Whether a command is complete.
  mutating func accept(
    _ key: KeyEvent, in context: EditorKeymap.Context, keymap: EditorKeymap
  ) -> Outcome {
    if isPending, key.key == .escape || key == KeyEvent(.character("c"), modifiers: .control) {
      self = CommandParser()
      return .cancelled
    }
    typed.append(key)
    let outcome = step(key, in: operation == nil ? context : .operatorPending, keymap)
    if outcome != .pending { self = CommandParser() }
    return outcome
  }

  private mutating func step(
    _ key: KeyEvent, in context: EditorKeymap.Context, _ keymap: EditorKeymap
  ) -> Outcome {
    if let awaiting { return finish(awaiting, argument: CommandParser.argument(key)) }
    if awaitsRegister { return readRegister(key) }
    if keys.isEmpty, readCount(key) { return .pending }
    if keys.isEmpty, operation == nil, key == KeyEvent("\"") {
      awaitsRegister = true
      return .pending
    }
    if keys.isEmpty, operation != nil, key == KeyEvent("v") || key == KeyEvent("V") {
      shape = CommandParser.argument(key)
      return .pending
    }
    keys.append(key)
    if let operation, isOperatorAgain {
      return .complete(command(operation: operation, action: nil))
    }
    if let action = keymap.action(for: keys, in: context) {
      return resolve(action, in: context)
    }
    let isOpen = keymap.isPrefix(keys, in: context) || isOperatorPrefix
    return isOpen ? .pending : .rejected
  }

  private mutating func resolve(
    _ action: EditorAction, in context: EditorKeymap.Context
  ) -> Outcome {
    if case .operate(let found) = action, context == .normal {
      operation = found
      operatorKeys = keys
      keys = []
      counts.append(nil)
      return .pending
    }
    if action.takesCharacter {
      awaiting = action
      return .pending
    }
    return .complete(command(operation: operation, action: action))
  }

  private func finish(_ action: EditorAction, argument: Character?) -> Outcome {
    guard let argument else { return .rejected }
    return .complete(command(operation: operation, action: action, argument: argument))
  }

  private func command(
    operation: Operator?, action: EditorAction?, argument: Character? = nil
  ) -> ParsedCommand {
    let typed = counts.compactMap { $0 }
    let product = typed.reduce(1, *)
    let count = min(CommandParser.countLimit, product)
    return ParsedCommand(
      register: register, count: typed.isEmpty ? nil : count,
      isCountCut: isCountCut || product > count, operation: operation, action: action,
      argument: argument, shape: shape)
  }

  private mutating func readRegister(_ key: KeyEvent) -> Outcome {
    awaitsRegister = false
    guard let name = CommandParser.argument(key), Registers.isName(name) else { return .rejected }
    register = name
    return .pending
  }

  private mutating func readCount(_ key: KeyEvent) -> Bool {
    guard key.modifiers.isEmpty, case .character(let character) = key.key, character.isASCII,
      let digit = character.wholeNumberValue, let last = counts.indices.last
    else { return false }
    if digit == 0 && counts[last] == nil { return false }
    let count = (counts[last] ?? 0) * 10 + digit
    isCountCut = isCountCut || count > CommandParser.countLimit
    counts[last] = min(CommandParser.countLimit, count)
    return true
  }

  /// `dd`, and `gugu`, `guu` for an operator of two keys.
  private var isOperatorAgain: Bool {
    keys == operatorKeys || (keys.count == 1 && keys[0] == operatorKeys.last)
  }

  private var isOperatorPrefix: Bool {
    operation != nil && operatorKeys.starts(with: keys)
  }

  private static func argument(_ key: KeyEvent) -> Character? {
    switch key.key {
    case .character(let character) where key.modifiers.isEmpty: character
    case .enter: "\n"
    case .tab: "\t"
    default: nil
    }
  }
}

// MARK: - What may follow

extension CommandParser {
  /// What may follow the keys read so far; empty when nothing is pending.
  ///
  /// - Parameters:
  ///   - context: The table of the mode.
  ///   - keymap: The tables.
  /// - Returns: One hint for each key, sorted; the operator's own key first.
  func hints(in context: EditorKeymap.Context, keymap: EditorKeymap) -> [KeyHint] {
    guard isPending, awaiting == nil, !awaitsRegister else { return [] }
    let table = operation == nil ? context : .operatorPending
    if keys.isEmpty, operation == nil { return [] }
    var hints = keymap.continuations(of: keys, in: table)
    if operation != nil, keys.isEmpty {
      hints.insert(
        KeyHint(keys: KeyNotation.text(operatorKeys.suffix(1)), summary: "whole lines"), at: 0)
    }
    return hints
  }

  /// What kind of character the sequence waits for.
  enum Wait {
    /// A register's name, a mark's letter, or any character.
    case register, mark, character
  }

  /// What kind of character the sequence waits for; nil when it waits for keys of a table.
  var wait: Wait? {
    if awaitsRegister { return .register }
    switch awaiting {
    case .motion(.markLine), .motion(.mark), .command(.setMark): return .mark
    case .command(.playMacro), .command(.recordMacro): return .register
    case .some: return .character
    case nil: return nil
    }
  }
}
