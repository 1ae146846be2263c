/// A pattern as vi writes it, as an expression of ours: `\(…\)`, `\|`, `\+`, `\{2}`, `\<`, and
/// signs that mean themselves where nothing is to be repeated or closed.
struct ViPattern {
  private var rest: Substring
  private var result = ""
  /// Whether what comes next begins the pattern or a part of it.
  private var isStart = true
  private let spansLines: Bool

  private init(_ pattern: String) {
    rest = pattern[...]
    spansLines = ViPattern.lineSpan(of: pattern) > 0
  }

  /// The expression that matches as much.
  static func expression(_ pattern: String) -> String {
    var reading = ViPattern(pattern)
    while let character = reading.rest.popFirst() { reading.read(character) }
    return reading.result
  }

  /// Whether a letter that means itself is a capital.
  static func hasCapital(_ pattern: String) -> Bool {
    var rest = pattern[...]
    while let character = rest.popFirst() {
      if character == "\\" {
        rest = rest.dropFirst()
      } else if character.isUppercase {
        return true
      }
    }
    return false
  }

  /// How many line ends a match may hold; of a repeated one, as many as a paragraph has lines.
  static func lineSpan(of pattern: String) -> Int {
    var rest = pattern[...]
    var count = 0
    var isRepeated = false
    while let character = rest.popFirst() {
      guard character == "\\" else {
        if character == "*" { isRepeated = true }
        continue
      }
      switch rest.popFirst() {
      case "n": count += 1
      case "+", "{": isRepeated = true
      default: break
      }
    }
    return count > 0 && isRepeated ? 64 : count
  }

  private mutating func read(_ character: Character) {
    let wasStart = isStart
    isStart = false
    switch character {
    case "\\": readEscaped(wasStart: wasStart)
    case "[": readSet()
    case "*" where wasStart: result += "\\*"
    case "^":
      result += wasStart ? "^" : "\\^"
      isStart = wasStart
    case "$":
      let isEnd = rest.isEmpty || ["\\|", "\\)", "\\n"].contains { rest.hasPrefix($0) }
      result += isEnd ? "$" : "\\$"
    case "(", ")", "{", "}", "+", "?", "|", "]": result += "\\" + String(character)
    default: result.append(character)
    }
  }

  private mutating func readEscaped(wasStart: Bool) {
    guard let next = rest.popFirst() else {
      result += "\\\\"
      return
    }
    switch next {
    case "(", "|":
      result.append(next)
      isStart = true
    case ")", "+", "?": result.append(next)
    case "=": result += "?"
    case "{": readCount()
    case "<", ">": result += "\\b"
    case "%" where rest.first == "(":
      rest.removeFirst()
      result += "(?:"
      isStart = true
    case "s": result += "[ \\t]"
    case "S": result += "[^ \\t\\n]"
    case "a": result += "[A-Za-z]"
    case "l": result += "[a-z]"
    case "u": result += "[A-Z]"
    case "h": result += "[A-Za-z_]"
    case "x": result += "[0-9A-Fa-f]"
    case let letter where letter.isLetter || letter.isNumber: result += "\\" + String(letter)
    default: result += "\\" + String(next)
    }
  }

  /// `\{2,3}` and `\{-}`, which takes as little as it can.
  private mutating func readCount() {
    var count = String(rest.prefix { $0 != "}" && $0 != "\\" })
    rest = rest.dropFirst(count.count)
    if rest.first == "\\" { rest = rest.dropFirst() }
    rest = rest.dropFirst()
    let isShort = count.hasPrefix("-")
    if isShort { count.removeFirst() }
    if count.hasPrefix(",") { count = "0" + count }
    result += count.isEmpty || count == "0," ? "*" : "{\(count)}"
    if isShort { result += "?" }
  }

  /// `[a-z]`; a bracket that nothing closes means itself.
  private mutating func readSet() {
    var set = rest
    var text = "["
    if set.first == "^" {
      set.removeFirst()
      text += spansLines ? "^\\n" : "^"
    }
    if set.first == "]" {
      set.removeFirst()
      text += "\\]"
    }
    while let character = set.popFirst() {
      switch character {
      case "]":
        rest = set
        result += text + "]"
        return
      case "\\": text += "\\" + String(set.popFirst() ?? "\\")
      case "[" where set.first == ":":
        guard let end = set.firstRange(of: ":]") else {
          text += "\\["
          continue
        }
        text += "[" + set[..<end.upperBound]
        set = set[end.upperBound...]
      case "[", "&", "~": text += "\\" + String(character)
      default: text.append(character)
      }
    }
    result += "\\["
  }
}
