import TerminalUI

/// Which keys do what, for each state that reads keys.
public struct EditorKeymap: Sendable {
  /// The states with a table of their own.
  public enum Context: String, Hashable, Sendable, CaseIterable {
    /// Normal mode.
    case normal
    /// Visual mode.
    case visual
    /// After an operator.
    case operatorPending = "operator"
    /// Insert mode; what is not bound types itself.
    case insert
    /// The preset for people who do not know vi; what is not bound types itself.
    case plain
  }

  /// One line of a table.
  public struct Binding: Hashable, Sendable {
    /// The keys, in key notation.
    public var keys: String
    /// What they do.
    public var action: EditorAction
  }

  private var tables: [Context: [[KeyEvent]: EditorAction]] = [:]
  private var prefixes: [Context: Set<[KeyEvent]>] = [:]

  /// No key means anything; `standard` has vi's.
  public init() {}

  /// The keymap that a person finds.
  public static let standard = EditorKeymap(
    bindings: [
      .normal: KeyTables.motions + KeyTables.operators + KeyTables.normalCommands,
      .visual: KeyTables.motions + KeyTables.objects + KeyTables.operators
        + KeyTables.visualCommands,
      .operatorPending: KeyTables.motions + KeyTables.objects,
      .insert: KeyTables.insertCommands,
      .plain: KeyTables.plainCommands,
    ])

  private init(bindings: [Context: [Binding]]) {
    for (context, list) in bindings {
      for binding in list { bind(binding.keys, to: binding.action, in: context) }
    }
  }

  /// Lets keys do something; what they did before is forgotten.
  ///
  /// - Parameters:
  ///   - keys: In key notation; one or more keys.
  ///   - action: What they do.
  ///   - context: Where.
  public mutating func bind(_ keys: String, to action: EditorAction, in context: Context) {
    let events = KeyNotation.keys(keys)
    tables[context, default: [:]][events] = action
    for length in 1..<max(1, events.count) {
      prefixes[context, default: []].insert(Array(events.prefix(length)))
    }
  }

  /// Takes a binding away.
  public mutating func unbind(_ keys: String, in context: Context) {
    tables[context]?[KeyNotation.keys(keys)] = nil
    let kept = tables[context]?.keys.map { $0 } ?? []
    prefixes[context] = Set(
      kept.flatMap { keys in (1..<max(1, keys.count)).map { Array(keys.prefix($0)) } })
  }

  /// The bindings of a context, sorted by their keys.
  public func bindings(in context: Context) -> [Binding] {
    (tables[context] ?? [:]).filter { $0.value != .operate(.unknown) }
      .map { Binding(keys: KeyNotation.text($0.key), action: $0.value) }
      .sorted { $0.keys < $1.keys }
  }

  /// What keys do; nil when they are not bound.
  func action(for keys: [KeyEvent], in context: Context) -> EditorAction? {
    tables[context]?[keys]
  }

  /// Whether longer sequences begin with these keys.
  func isPrefix(_ keys: [KeyEvent], in context: Context) -> Bool {
    prefixes[context]?.contains(keys) ?? false || EditorKeymap.unknownPrefixes.contains(keys)
  }

  /// What commands of vi begin with that there are not: no key of theirs is another command.
  private static let unknownPrefixes: Set<[KeyEvent]> = [KeyNotation.keys("zu")]

  /// What may follow some keys, sorted.
  func continuations(of keys: [KeyEvent], in context: Context) -> [KeyHint] {
    (tables[context] ?? [:])
      .filter { $0.key.starts(with: keys) && $0.key.count > keys.count }
      .filter { $0.value != .operate(.unknown) }
      .map {
        KeyHint(keys: KeyNotation.text($0.key.dropFirst(keys.count)), summary: $0.value.summary)
      }
      .sorted { ($0.keys.lowercased(), $0.keys) < ($1.keys.lowercased(), $1.keys) }
  }
}
