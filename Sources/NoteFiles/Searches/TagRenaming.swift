import MarfaSDK
import Settings

/// Another name for a tag in the text of a search, in which all else stays as it was written.
package struct TagRenaming {
  /// The tag.
  package let tag: String
  /// Its new name.
  package let name: String

  /// Another name for a tag, both as the store keeps them.
  package init(tag: String, name: String) {
    self.tag = tag
    self.name = name
  }

  /// Puts the new name into a search.
  ///
  /// - Parameter text: The search as it was written.
  /// - Returns: The text with the new name; nil when it does not name the tag, or in a way that
  ///   cannot be changed in the text.
  package func rewrite(_ text: String) -> String? {
    let before = Self.parse(text)
    guard before.tags.contains(tag) else { return nil }
    let candidate = replacing(in: text)
    // What looks like a tag may be a part of a phrase: the text must then say just what it is to
    // say.
    let wanted = before.expression.map(renamed)
    return Self.parse(candidate).expression == wanted ? candidate : nil
  }

  /// Those of some saved searches that name the tag, with its new name.
  package func changed(of searches: [SavedSearch]) -> [SavedSearch] {
    searches.compactMap { search in
      rewrite(search.query).map { SavedSearch(name: search.name, query: $0) }
    }
  }

  /// Dates are of no matter here.
  private static func parse(_ text: String) -> SearchQuery {
    SearchQuery(parsing: text, now: Timestamp(milliseconds: 0))
  }

  private func replacing(in text: String) -> String {
    text.replacing(#/(^|[\s(|\-])((?i:tag:)|#)("[^"]*"|[^\s()|]+)/#) { match in
      let written = match.3.filter { $0 != "\"" }
      guard TagRules.normalize(String(written)) == tag else { return String(match.0) }
      let value = match.3.hasPrefix("\"") ? "\"\(name)\"" : SearchText.value(name)
      return "\(match.1)\(match.2)\(value)"
    }
  }

  private func renamed(_ expression: SearchExpression) -> SearchExpression {
    switch expression {
    case .term(.tag(tag)): .term(.tag(name))
    case .term: expression
    case .and(let parts): .and(parts.map(renamed))
    case .or(let parts): .or(parts.map(renamed))
    case .not(let inner): .not(renamed(inner))
    }
  }
}

extension SearchQuery {
  /// The tags that are named in it.
  package var tags: Set<String> {
    var tags: Set<String> = []
    expression?.forEachTerm { if case .tag(let tag) = $0 { tags.insert(tag) } }
    return tags
  }
}
