import MarfaModel

/// A person's words as a full-text pattern that no text can break.
///
/// Words and phrases in double quotes must all be there; a star at the end of a word finds every
/// word that starts so. Of scripts without spaces any part of a run is found, because each of
/// their letters is a word of the index (`SearchedText`). See <https://www.sqlite.org/fts5.html#full_text_query_syntax>.
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
        // After a run without spaces the word may go on: 鳥2 finds 鳥2026.
        let isPrefix = word.last == "*" || ScriptKind.hasTextWithoutSpaces(word)
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
    let quoted = String(text).replacing("\0", with: " ").replacing("\"", with: " ")
    return ["\"\(SearchedText.indexed(quoted))\"\(isPrefix ? " *" : "")"]
  }
}
