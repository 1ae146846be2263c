/// A line of vi's command mode that acts on the text: `:12`, `:%s/old/new/g`, `:.,$d`, `:g/old/d`,
/// `:noh`.
public struct ExCommand: Hashable, Sendable {
  /// A line of the text, as it is written before a command.
  enum Address: Hashable, Sendable {
    /// By its number, from 1.
    case number(Int)
    /// The cursor's (`.`), the last one (`$`).
    case current, last
    /// That of a mark.
    case mark(Character)
  }

  /// What is done.
  indirect enum Action: Hashable, Sendable {
    /// Go to the last line that was named.
    case go
    /// Do an operator to the lines.
    case operate(Operator)
    /// Replace in the lines.
    case substitute(Substitution)
    /// Do something to each of the lines that has a match, or has none.
    case global(GlobalCommand)
    /// Show the matches of the last search no more.
    case hideMatches
  }

  /// The lines that are named, at most two; `%` is the first and the last.
  let addresses: [Address]
  let action: Action

  /// Reads a line without its colon; nil when it is none of the editor's.
  public init?(_ line: String) {
    var rest = Substring(line.trimmingPrefix(while: \.isWhitespace))
    guard let addresses = ExCommand.addresses(&rest) else { return nil }
    let word = rest.trimmingPrefix(while: \.isWhitespace)
    guard let action = ExCommand.action(word, hasAddress: !addresses.isEmpty) else { return nil }
    var isGlobal = false
    if case .global = action { isGlobal = true }
    self.addresses = addresses.isEmpty && isGlobal ? [.number(1), .last] : addresses
    self.action = action
  }

  static func action(_ word: Substring, hasAddress: Bool) -> Action? {
    switch word {
    case "": return hasAddress ? .go : nil
    case "d", "delete": return .operate(.delete)
    case "y", "yank": return .operate(.yank)
    case ">": return .operate(.indent)
    case "<": return .operate(.outdent)
    case "j", "join": return .operate(.join)
    case "gq": return .operate(.reflow)
    case "noh", "nohl", "nohlsearch": return .hideMatches
    default:
      let name = word.prefix(while: \.isLetter)
      if ["g", "global", "v", "vglobal"].contains(name) {
        return GlobalCommand(word.dropFirst(name.count), isInverted: name.hasPrefix("v"))
          .map(Action.global)
      }
      guard name == "s" || name == "substitute" else { return nil }
      return Substitution(word.dropFirst(name.count)).map(Action.substitute)
    }
  }

  private static func addresses(_ rest: inout Substring) -> [Address]? {
    if rest.first == "%" {
      rest.removeFirst()
      return [.number(1), .last]
    }
    guard let first = address(&rest) else { return [] }
    guard rest.first == "," else { return [first] }
    rest.removeFirst()
    return address(&rest).map { [first, $0] }
  }

  private static func address(_ rest: inout Substring) -> Address? {
    switch rest.first {
    case ".":
      rest.removeFirst()
      return .current
    case "$":
      rest.removeFirst()
      return .last
    case "'":
      guard let name = rest.dropFirst().first else { return nil }
      rest.removeFirst(2)
      return .mark(name)
    default:
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      rest.removeFirst(digits.count)
      return Int(digits).map(Address.number)
    }
  }
}
