import MarfaModel

/// A person's words, as phrases that must all be there.
///
/// Words and phrases in double quotes must all be there; a star at the end of a word finds every
/// word that starts so. Of scripts without spaces any part of a run is found, because each of
/// their letters is a word of the index (`SearchedText`).
struct SearchPhrases {
  /// Words that follow each other.
  struct Phrase: Hashable {
    /// As the person wrote it, without quotes; has a letter or a digit.
    var text: String
    /// Whether the last word may go on.
    var isPrefix: Bool
  }

  /// The phrases, in order; none when the text has no letter or digit.
  let phrases: [Phrase]

  init(_ query: String) {
    var parts: [Phrase] = []
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
    phrases = parts
  }

  private static func phrase(_ text: Substring, isPrefix: Bool) -> [Phrase] {
    let hasWords = text.unicodeScalars.contains {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
    }
    return hasWords ? [Phrase(text: String(text), isPrefix: isPrefix)] : []
  }
}
