import GRDB

/// The title that the words of a search spell in their order: a note that is called just so is
/// what is meant, whatever else has the words more often.
struct SoughtTitle {
  /// The words, folded, with a space between two.
  private let text: String
  /// Whether the last word is still being typed.
  private let isOpen: Bool
  /// Whether the search's words are in every title that begins so, and nothing is asked of them
  /// besides.
  let isFoundByWords: Bool

  /// Reads the words that a search asks for; nil when it asks for none.
  init?(_ expression: SearchExpression?) {
    guard let expression else { return nil }
    let parts = if case .and(let parts) = expression { parts } else { [expression] }
    var words: [String] = []
    var (isOpen, isFoundByWords) = (false, true)
    for part in parts {
      guard case .term(let term) = part else {
        isFoundByWords = false
        continue
      }
      // Tags, times and the like are asked of the item, whatever its words are.
      guard case .text(let text, let match, let field) = term else { continue }
      if field != .body, [.word, .phrase, .prefix].contains(match) {
        words.append(text)
        isOpen = match == .prefix
      } else {
        isFoundByWords = false
      }
    }
    if words.isEmpty { return nil }
    text = TextFold.fold(words.joined(separator: " "))
    self.isOpen = isOpen
    self.isFoundByWords = isFoundByWords
  }

  /// What a hit's place in the order gains by its title, so that it is before all that have
  /// only the words; takes the arguments 2, 3 and 4.
  static let gain = """
    CASE WHEN item.title_sort = ?2 THEN 2000.0
      WHEN item.title_sort >= ?3 AND item.title_sort < ?4 THEN 1000.0 ELSE 0.0 END
    """

  /// The title, and the first and the end of those that begin with it.
  ///
  /// After a whole word comes what ends a word: a space or a sign before `0` in ASCII.
  static func arguments(_ title: SoughtTitle?) -> StatementArguments {
    guard let title else { return [nil, nil, nil] }
    if title.isOpen { return [title.text, title.text, title.text + "\u{10FFFF}"] }
    return [title.text, title.text + " ", title.text + "0"]
  }
}
