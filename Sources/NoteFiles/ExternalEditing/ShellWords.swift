/// Splits a command line into words as a POSIX shell does, without expanding anything.
///
/// <https://pubs.opengroup.org/onlinepubs/9699919799/utilities/V3_chap02.html#tag_18_02>
package enum ShellWords {
  /// Why a line cannot be split.
  package enum Failure: Error, Hashable, Sendable {
    /// A quote is not closed.
    case openQuote(Character)
    /// The last character is a backslash.
    case openEscape
  }

  /// Splits a line.
  ///
  /// - Parameter line: The command line.
  /// - Returns: The words; empty ones only where they were quoted.
  /// - Throws: The failure.
  package static func split(_ line: String) throws(Failure) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var isEscaped = false
    for character in line {
      if isEscaped {
        // In double quotes a backslash is special only before these.
        let isLiteral = quote == "\"" && !"\"\\$`".contains(character)
        word = (word ?? "") + (isLiteral ? "\\" : "") + String(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
      } else if let open = quote {
        if character == open { quote = nil } else { word?.append(character) }
      } else if character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
      } else if character.isWhitespace {
        if let complete = word { words.append(complete) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    if let quote { throw .openQuote(quote) }
    if isEscaped { throw .openEscape }
    return words + (word.map { [$0] } ?? [])
  }
}
