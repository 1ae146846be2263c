/// Full-text patterns that no user text can break.
///
/// See <https://www.sqlite.org/fts5.html#full_text_query_syntax>.
enum WordPattern {
  /// A word or phrase quoted as FTS5 wants it, in the letters that the index has.
  static func phrase(_ text: String) -> String {
    let quoted = PlainLetters.fold(text).replacing("\0", with: " ")
      .replacing("\"", with: "\"\"")
    return "\"\(quoted)\""
  }

  /// Whether the tokenizer makes any word of a text.
  static func hasWords(_ text: String) -> Bool {
    text.unicodeScalars.contains { scalar in
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }
  }

  /// Whether the tokenizer keeps a character: letters and digits, and what is on them.
  static func isTokenScalar(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x61...0x7A, 0x30...0x39, 0x41...0x5A: return true
    case ..<0x80: return false
    default: break
    }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .privateUse, .nonspacingMark:
      return true
    default: return false
    }
  }

  /// Whether a text is one letter or digit of a script with spaces between words.
  static func isLetter(_ text: String) -> Bool {
    text.unicodeScalars.count == 1 && hasWords(text) && !ScriptKind.hasTextWithoutSpaces(text)
  }

  /// The pattern of an expression of words, prefixes and phrases; nil when it has anything else,
  /// or nothing that must be there.
  static func pattern(of expression: SearchExpression) -> String? {
    switch expression {
    case .term(let term): pattern(of: term)
    case .not: nil
    case .or(let parts): joined(parts, by: " OR ")
    case .and(let parts): conjunction(parts)
    }
  }

  private static func pattern(of term: SearchTerm) -> String? {
    guard case .text(let text, let match, let field) = term, hasWords(text),
      !ScriptKind.hasTextWithoutSpaces(text)
    else { return nil }
    let column =
      switch field {
      case .any: ""
      case .title: "title : "
      case .body: "body : "
      }
    switch match {
    case .word, .phrase: return column + phrase(text)
    // One letter is looked for in titles, without the index.
    case .prefix: return isLetter(text) ? nil : column + phrase(text) + " *"
    case .start, .exact, .pattern: return nil
    }
  }

  private static func joined(_ parts: [SearchExpression], by word: String) -> String? {
    let patterns = parts.compactMap(pattern(of:))
    guard patterns.count == parts.count else { return nil }
    return "(" + patterns.joined(separator: word) + ")"
  }

  private static func conjunction(_ parts: [SearchExpression]) -> String? {
    var wanted: [SearchExpression] = []
    var unwanted: [SearchExpression] = []
    for part in parts {
      if case .not(let inner) = part { unwanted.append(inner) } else { wanted.append(part) }
    }
    guard let base = joined(wanted, by: " AND "), !wanted.isEmpty else { return nil }
    let excluded = unwanted.compactMap(pattern(of:))
    guard excluded.count == unwanted.count else { return nil }
    return excluded.reduce(base) { "(\($0) NOT \($1))" }
  }
}
