import MarfaSDK

/// Parts of a search as text.
package enum SearchText {
  /// What a field is to have, in quotes where it needs them.
  package static func value(_ text: String) -> String { isWord(text) ? text : "\"\(text)\"" }

  /// Whether a text needs no quotes.
  package static func isWord(_ text: String) -> Bool {
    text.allSatisfy { $0.isLetter || $0.isNumber || "-_/".contains($0) }
  }

  /// A search that can be joined with another condition: alternatives get parentheses.
  package static func factor(_ text: String) -> String {
    let query = SearchQuery(parsing: text, now: Timestamp(milliseconds: 0))
    if case .or = query.expression { return "(\(text))" }
    return text
  }
}
