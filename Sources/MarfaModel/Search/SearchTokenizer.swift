/// A piece of a search, with its place.
struct SearchToken: Hashable {
  enum Kind: Hashable {
    case open
    case close
    case and
    case or
    case not
    /// Text in quotes.
    case quoted(String)
    /// `/pattern/flags`.
    case pattern(String, ignoringCase: Bool)
    /// `name:value`; whether the value was in quotes.
    case field(String, String, isQuoted: Bool)
    /// Anything else up to a space, a parenthesis or a bar.
    case word(String)
    /// `=` or `^` before a quoted text.
    case marked(Character, String)
  }

  let kind: Kind
  /// What was written.
  let text: String
  /// Its place, in characters from 0.
  let position: Int
}

/// Cuts a search into tokens; anything can be cut.
struct SearchTokenizer {
  private let characters: [Character]
  private var position = 0
  private(set) var hints: [SearchHint] = []

  init(_ text: String) {
    characters = Array(text)
  }

  mutating func tokens() -> [SearchToken] {
    var result: [SearchToken] = []
    while true {
      while position < characters.count, characters[position].isWhitespace { position += 1 }
      guard position < characters.count else { return result }
      let start = position
      let kind = kind()
      result.append(
        SearchToken(kind: kind, text: String(characters[start..<position]), position: start))
    }
  }

  private mutating func kind() -> SearchToken.Kind {
    let next = position + 1 < characters.count ? characters[position + 1] : " "
    switch characters[position] {
    case "(": return single(.open)
    case ")": return single(.close)
    case "|": return single(.or)
    case "-" where !next.isWhitespace && next != ")" && next != "|": return single(.not)
    case "\"": return .quoted(quoted())
    case "/":
      if let pattern = pattern() { return pattern }
    case "=", "^":
      if next == "\"" {
        let mark = characters[position]
        position += 1
        return .marked(mark, quoted())
      }
    default: break
    }
    return wordOrField()
  }

  private mutating func single(_ kind: SearchToken.Kind) -> SearchToken.Kind {
    position += 1
    return kind
  }

  /// Reads to the closing quote, or to the end; `\"` and `\\` mean themselves.
  private mutating func quoted() -> String {
    let start = position
    var text = ""
    position += 1
    while position < characters.count {
      let character = characters[position]
      position += 1
      if character == "\"" { return text }
      if character == "\\", position < characters.count,
        characters[position] == "\"" || characters[position] == "\\"
      {
        text.append(characters[position])
        position += 1
      } else {
        text.append(character)
      }
    }
    hints.append(
      SearchHint(.unclosedQuote, text: String(characters[start...]), position: start))
    return text
  }

  /// Reads `/…/` with flags; nothing is read unless it ends properly.
  private mutating func pattern() -> SearchToken.Kind? {
    var end = position + 1
    while end < characters.count, characters[end] != "/" {
      end += characters[end] == "\\" ? 2 : 1
    }
    guard end < characters.count, end > position + 1 else { return nil }
    var after = end + 1
    if after < characters.count, characters[after] == "i" { after += 1 }
    guard after == characters.count || Self.isBoundary(characters[after]) else { return nil }
    let source = String(characters[position + 1..<end])
    position = after
    return .pattern(source, ignoringCase: after > end + 1)
  }

  private mutating func wordOrField() -> SearchToken.Kind {
    let start = position
    while position < characters.count, !Self.isBoundary(characters[position]) {
      if characters[position] == ":", position > start,
        characters[start..<position].allSatisfy({ $0.isASCII && $0.isLetter })
      {
        return field(String(characters[start..<position]).lowercased())
      }
      position += 1
    }
    switch String(characters[start..<position]) {
    case "OR": return .or
    case "AND": return .and
    case "NOT": return .not
    case let word: return .word(word)
    }
  }

  private mutating func field(_ name: String) -> SearchToken.Kind {
    position += 1
    if position < characters.count, characters[position] == "\"" {
      return .field(name, quoted(), isQuoted: true)
    }
    let start = position
    while position < characters.count, !Self.isBoundary(characters[position]) { position += 1 }
    let value = String(characters[start..<position])
    let isDate = ["before", "after", "on", "edited", "created"].contains(name)
    if isDate, ["last", "this", "next"].contains(value.lowercased()), let unit = unit() {
      return .field(name, "\(value) \(unit)", isQuoted: true)
    }
    return .field(name, value, isQuoted: false)
  }

  /// The word `day`, `week`, `month` or `year` after one space.
  private mutating func unit() -> String? {
    guard position < characters.count, characters[position] == " " else { return nil }
    let word = String(characters[(position + 1)...].prefix { !Self.isBoundary($0) })
    guard ["day", "week", "month", "year"].contains(word.lowercased()) else { return nil }
    position += 1 + word.count
    return word
  }

  static func isBoundary(_ character: Character) -> Bool {
    character.isWhitespace || character == "(" || character == ")" || character == "|"
  }
}
