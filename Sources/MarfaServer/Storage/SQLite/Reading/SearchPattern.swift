import MarfaModel

/// A person's words as a full-text pattern that no text can break.
///
/// Words and phrases in double quotes must all be there; a star at the end of a word finds every
/// word that starts so. See <https://www.sqlite.org/fts5.html#full_text_query_syntax>.
struct SearchPattern {
  /// The pattern; nil when the text has no letter or digit.
  let text: String?

  init(_ query: String) {
    var parts: [String] = []
    var rest = query[...]
    while let start = rest.firstIndex(where: { !$0.isWhitespace }) {
      rest = rest[start...]
      if rest.first == "\"" {
        let body = rest.dropFirst()
        let end = body.firstIndex(of: "\"") ?? body.endIndex
        parts += Self.phrase(body[..<end], isPrefix: false)
        rest = body[end...].dropFirst()
      } else {
        let end = rest.firstIndex { $0.isWhitespace || $0 == "\"" } ?? rest.endIndex
        let word = rest[..<end]
        let isPrefix = word.last == "*" || Self.isWithoutSpaces(word)
        parts += Self.phrase(word, isPrefix: isPrefix)
        rest = rest[end...]
      }
    }
    text = parts.isEmpty ? nil : parts.joined(separator: " AND ")
  }

  private static func phrase(_ text: Substring, isPrefix: Bool) -> [String] {
    let hasWords = text.unicodeScalars.contains {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
    }
    guard hasWords else { return [] }
    let quoted = text.replacing("\0", with: " ").replacing("\"", with: " ")
    return ["\"\(quoted)\"\(isPrefix ? " *" : "")"]
  }

  /// Scripts that put no spaces between words (kana, Han, Hangul, Thai to Khmer): the index takes
  /// a run of letters for one word, hence the start of one is looked for.
  private static func isWithoutSpaces(_ text: Substring) -> Bool {
    text.unicodeScalars.contains {
      switch $0.value {
      case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF, 0x3400...0x4DBF,
        0x4E00...0x9FFF, 0xAC00...0xD7AF, 0xF900...0xFAFF, 0x20000...0x3FFFF:
        true
      default: false
      }
    }
  }
}
