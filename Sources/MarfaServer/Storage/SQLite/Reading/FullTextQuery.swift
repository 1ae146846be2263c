import MarfaModel

/// A person's words as a full-text pattern that no text can break.
///
/// See <https://www.sqlite.org/fts5.html#full_text_query_syntax>.
struct FullTextQuery {
  /// The pattern; nil when the text has no letter or digit.
  let text: String?

  init(_ query: String) {
    let parts = SearchPhrases(query).phrases.map { phrase in
      let quoted = phrase.text.replacing("\0", with: " ").replacing("\"", with: " ")
      return "\"\(SearchedText.indexed(quoted))\"\(phrase.isPrefix ? " *" : "")"
    }
    text = parts.isEmpty ? nil : parts.joined(separator: " AND ")
  }
}
