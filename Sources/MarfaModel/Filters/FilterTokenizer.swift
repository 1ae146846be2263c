/// A piece of a filter expression, with its column.
struct FilterToken: Hashable {
  enum Kind: Hashable {
    case word(String)
    case literal(JSONValue)
    case open
    case close
    case comma
    case end
  }

  let kind: Kind
  /// The place of its first character, from 1, in characters.
  let column: Int
}

/// Cuts a filter expression into tokens.
struct FilterTokenizer {
  private let characters: [Character]
  private var position = 0

  init(_ text: String) {
    characters = Array(text)
  }

  static func error(_ message: String, column: Int) -> ValidationError {
    ValidationError(
      message: "\(message), at column \(column) of the filter.",
      details: ["field": "filter", "column": .integer(Int64(column))])
  }

  mutating func tokens() throws -> [FilterToken] {
    var result: [FilterToken] = []
    while true {
      while position < characters.count, characters[position].isWhitespace { position += 1 }
      let column = position + 1
      guard position < characters.count else {
        return result + [FilterToken(kind: .end, column: column)]
      }
      result.append(FilterToken(kind: try kind(), column: column))
    }
  }

  private mutating func kind() throws -> FilterToken.Kind {
    switch characters[position] {
    case "(":
      position += 1
      return .open
    case ")":
      position += 1
      return .close
    case ",":
      position += 1
      return .comma
    case "\"": return .literal(.string(try string()))
    case let first where first.isNumber || first == "-": return .literal(try number())
    default: return try word()
    }
  }

  private mutating func string() throws -> String {
    let start = position
    position += 1
    while position < characters.count, characters[position] != "\"" {
      position += characters[position] == "\\" ? 2 : 1
    }
    guard position < characters.count else {
      throw Self.error("The string is not closed", column: start + 1)
    }
    position += 1
    do {
      let text = String(characters[start..<position])
      guard let value = try JSONParser.parse(text.utf8).stringValue else { throw EmptyString() }
      return value
    } catch {
      throw Self.error("The string has an invalid escape", column: start + 1)
    }
  }

  private struct EmptyString: Error {}

  private mutating func number() throws -> JSONValue {
    let start = position
    while position < characters.count,
      characters[position].isNumber || "+-.eE".contains(characters[position])
    {
      position += 1
    }
    let text = String(characters[start..<position])
    if let value = Int64(text) { return .integer(value) }
    guard let value = Double(text), value.isFinite else {
      throw Self.error("Not a number", column: start + 1)
    }
    return .number(value)
  }

  private mutating func word() throws -> FilterToken.Kind {
    let start = position
    while position < characters.count, Self.isWordCharacter(characters[position]) {
      if characters[position] == "[" {
        guard let end = characters[position...].firstIndex(of: "]") else {
          throw Self.error("The bracket is not closed", column: position + 1)
        }
        position = end
      }
      position += 1
    }
    guard position > start else {
      throw Self.error("Unexpected \(characters[start])", column: start + 1)
    }
    switch String(characters[start..<position]) {
    case "true": return .literal(.bool(true))
    case "false": return .literal(.bool(false))
    case "null": return .literal(.null)
    case let word: return .word(word)
    }
  }

  private static func isWordCharacter(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || "_.-[:".contains(character)
  }
}
