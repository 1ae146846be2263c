/// A line of vi's command mode that acts on the text: `:12`, `:%s/old/new/g`, `:.,$d`, `:g/old/m$`,
/// `:noh`.
public struct ExCommand: Hashable, Sendable {
  /// What is done.
  indirect enum Action: Hashable, Sendable {
    /// Go to the last line that was named.
    case go
    /// Do an operator to the lines, or to a number of them from the last one; what it takes goes to
    /// a register.
    case operate(Operator, register: Character? = nil, count: Int? = nil)
    /// Put a register's text below the lines, or above them.
    case put(register: Character?, isAbove: Bool)
    /// Move the lines below another one.
    case move(LineAddress)
    /// Copy the lines below another one.
    case copy(LineAddress)
    /// Replace in the lines.
    case substitute(Substitution)
    /// Replace as the last time, with its flags or with those that are named.
    case substituteAgain(keepsFlags: Bool, isWholeLine: Bool)
    /// Press keys of normal mode, in each of the lines if any was named.
    case normal(String)
    /// Do something to each of the lines that has a match, or has none.
    case global(GlobalCommand)
    /// Sort the lines.
    case sort(LineOrder)
    /// Set a mark at the last line.
    case mark(Character)
    /// Take a step back, or do it again.
    case undo, redo
    /// Show the matches of the last search no more.
    case hideMatches
  }

  /// The line, without its colon.
  let source: String
  /// The lines that are named, at most two; `%` is the first and the last.
  let addresses: [LineAddress]
  let action: Action
  /// What is done then, after a bar; at most one, which may have another after it.
  private(set) var following: [ExCommand] = []

  /// Reads a line without its colon; nil when it is none of the editor's.
  public init?(_ line: String) {
    var rest = line[...].drop { $0.isWhitespace || $0 == ":" }
    guard let addresses = ExCommand.addresses(&rest) else { return nil }
    var word = rest.drop(while: \.isWhitespace)
    if let bar = ExCommand.bar(in: word) {
      guard let next = ExCommand(String(word[word.index(after: bar)...])) else { return nil }
      following = [next]
      word = word[..<bar]
    }
    guard let action = ExCommand.action(word, hasAddress: !addresses.isEmpty) else { return nil }
    // Questions would have to be answered in the middle of a line.
    if !following.isEmpty, action.asks { return nil }
    source = line
    self.addresses = addresses.isEmpty && action.meansAll ? LineAddress.all : addresses
    self.action = action
  }

  private static func action(_ line: Substring, hasAddress: Bool) -> Action? {
    let name = line.prefix(while: \.isLetter)
    let rest = line.dropFirst(name.count)
    if name.isEmpty { return sign(line, hasAddress: hasAddress) }
    switch name {
    case "s", "substitute": return Substitution(rest).map(Action.substitute)
    case "g", "global", "v", "vglobal":
      return GlobalCommand(rest, isInverted: name.hasPrefix("v")).map(Action.global)
    case "norm", "normal":
      let keys = (rest.first == "!" ? rest.dropFirst() : rest).drop(while: \.isWhitespace)
      return keys.isEmpty ? nil : .normal(String(keys))
    case "sor", "sort": return LineOrder(rest).map(Action.sort)
    case "m", "move": return destination(rest).map(Action.move)
    case "t", "co", "copy": return destination(rest).map(Action.copy)
    case "pu", "put":
      let isAbove = rest.first == "!"
      return register(isAbove ? rest.dropFirst() : rest).map {
        .put(register: $0, isAbove: isAbove)
      }
    default: return plain(line, name, rest)
    }
  }

  private static func sign(_ line: Substring, hasAddress: Bool) -> Action? {
    switch line.first {
    case nil: hasAddress ? .go : nil
    case "&": again(line.dropFirst(line.hasPrefix("&&") ? 2 : 1), keepsFlags: line.hasPrefix("&&"))
    case ">": counted(.indent, line.dropFirst())
    case "<": counted(.outdent, line.dropFirst())
    default: nil
    }
  }

  private static func plain(_ line: Substring, _ name: Substring, _ rest: Substring) -> Action? {
    switch name {
    case "d", "delete": return counted(.delete, rest)
    case "y", "yank": return counted(.yank, rest)
    case "j", "join": return counted(.join, rest)
    case "k", "ma", "mark": return mark(rest)
    case let name where name.count == 2 && name.first == "k": return mark(name.dropFirst())
    default: break
    }
    switch line {
    case "gq": return .operate(.reflow)
    case "u", "undo": return .undo
    case "red", "redo": return .redo
    case "noh", "nohl", "nohlsearch": return .hideMatches
    default: return nil
    }
  }
}

// MARK: - What follows a name

extension ExCommand {
  /// The bar after which another command begins; those that keep the rest of the line have none.
  private static func bar(in line: Substring) -> Substring.Index? {
    let name = line.prefix(while: \.isLetter)
    var rest = line.dropFirst(name.count)
    switch name {
    case "g", "global", "v", "vglobal", "norm", "normal": return nil
    case "s", "substitute":
      if let mark = rest.first, mark != "|", Substitution.isMark(mark) {
        rest.removeFirst()
        for _ in 0..<2 { _ = Substitution.part(of: &rest, upTo: mark) }
      }
    default: break
    }
    return rest.firstIndex(of: "|")
  }

  private static func again(_ flags: Substring, keepsFlags: Bool = false) -> Action? {
    let flags = flags.filter { !$0.isWhitespace }
    guard flags.allSatisfy({ $0 == "g" }) else { return nil }
    return .substituteAgain(keepsFlags: keepsFlags, isWholeLine: !flags.isEmpty)
  }

  private static func addresses(_ rest: inout Substring) -> [LineAddress]? {
    if rest.first == "%" {
      rest.removeFirst()
      return LineAddress.all
    }
    let first = LineAddress(&rest)
    guard let mark = rest.first, mark == "," || mark == ";" else {
      return first.map { [$0] } ?? []
    }
    rest.removeFirst()
    var start = first ?? LineAddress(.current)
    start.movesCursor = mark == ";"
    // Left out, it is the cursor's.
    let end = LineAddress(&rest) ?? (rest.isEmpty ? nil : LineAddress(.current))
    return end.map { [start, $0] }
  }

  private static func destination(_ text: Substring) -> LineAddress? {
    var rest = text.drop(while: \.isWhitespace)
    let address = LineAddress(&rest)
    return rest.allSatisfy(\.isWhitespace) ? address : nil
  }

  /// An operator with what may follow it: the register of one that takes text, then a count.
  private static func counted(_ operation: Operator, _ text: Substring) -> Action? {
    var words = text.split(separator: " ")
    var name: Character?
    if let first = words.first, first.count == 1, first.first?.isNumber == false {
      guard operation == .delete || operation == .yank, let given = register(first) else {
        return nil
      }
      name = given
      words.removeFirst()
    }
    guard let count = words.first else { return .operate(operation, register: name) }
    guard words.count == 1, let count = Int(count), count > 0 else { return nil }
    return .operate(operation, register: name, count: min(count, CommandParser.countLimit))
  }

  /// A register's name that may be there; nil when something else does.
  private static func register(_ text: Substring) -> Character?? {
    let name = text.drop(while: \.isWhitespace)
    guard let first = name.first else { return .some(nil) }
    return name.count == 1 && Registers.isName(first) ? .some(first) : nil
  }

  private static func mark(_ text: Substring) -> Action? {
    let name = text.drop(while: \.isWhitespace)
    guard name.count == 1, let letter = name.first, letter.isLetter else { return nil }
    return .mark(letter)
  }
}

extension ExCommand {
  /// Whether `g` can do it to each of its lines, with what is after its bars.
  var suitsEachLine: Bool {
    switch action {
    case .operate, .put, .move, .copy, .normal, .substitute, .substituteAgain: break
    case .go, .global, .sort, .mark, .undo, .redo, .hideMatches: return false
    }
    // Questions would have to be answered in the middle of the others.
    let isAlone = addresses.isEmpty && following.isEmpty
    return (isAlone || !action.asks) && following.allSatisfy { $0.suitsEachLine && !$0.action.asks }
  }
}

extension ExCommand.Action {
  /// Whether each match is asked about.
  fileprivate var asks: Bool {
    if case .substitute(let substitution) = self { substitution.asks } else { false }
  }

  /// Whether all lines are meant where none was named.
  fileprivate var meansAll: Bool {
    switch self {
    case .global, .sort: true
    default: false
    }
  }
}
