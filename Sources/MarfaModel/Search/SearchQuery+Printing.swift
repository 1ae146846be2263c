extension SearchQuery: CustomStringConvertible {
  /// The search as text; reading it back gives the same expression.
  public var description: String {
    expression?.printed ?? ""
  }
}

extension SearchExpression {
  fileprivate var printed: String {
    switch self {
    case .term(let term): term.printed
    case .and(let parts): parts.map(\.printedWithin).joined(separator: " ")
    case .or(let parts): parts.map(\.printedWithin).joined(separator: " OR ")
    case .not(let inner): "-" + inner.printedWithin
    }
  }

  /// In parentheses when it joins others.
  fileprivate var printedWithin: String {
    switch self {
    case .and, .or: "(\(printed))"
    case .term, .not: printed
    }
  }
}

extension SearchTerm {
  fileprivate var printed: String {
    switch self {
    case .text(let text, let match, let field): Self.print(text, match, field)
    case .tag(let tag): "tag:" + Self.value(tag)
    case .notebook(let name): "notebook:" + Self.value(name)
    case .state(let state): "is:" + state.rawValue
    case .has(let content): "has:" + content.rawValue
    case .link(let direction, let name): "\(direction.rawValue):" + Self.value(name)
    case .time(let field, let range): "\(field.rawValue):" + Self.value(range.text)
    case .author(let name): "by:" + Self.value(name)
    case .type(let name): "type:" + Self.value(name)
    case .size(let comparison, let bytes): "size:\(comparison.rawValue)\(bytes)"
    case .saved(let name): "@" + name
    }
  }

  private static func print(_ text: String, _ match: Match, _ field: Field) -> String {
    let prefix = field == .any ? "" : "\(field.rawValue):"
    switch match {
    case .word: return isPlain(text) ? prefix + text : prefix + quoted(text)
    case .prefix: return prefix + text + "*"
    case .phrase: return prefix + quoted(text)
    case .start: return prefix + "^" + (field == .any ? value(text) : text)
    case .exact: return prefix + "=" + (field == .any ? value(text) : text)
    case .pattern(let ignoringCase): return "/\(text)/" + (ignoringCase ? "i" : "")
    }
  }

  /// Whether a word needs no quotes.
  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.first, !"\"-=^#@/".contains(first) || text.count == 1,
      !["OR", "AND", "NOT"].contains(text), !text.contains(":"),
      !text.hasSuffix("*") || text.count == 1
    else { return false }
    return !text.contains(where: SearchTokenizer.isBoundary)
  }

  private static func value(_ text: String) -> String {
    let needsQuotes =
      text.isEmpty || text.hasPrefix("\"") || text.hasPrefix("//")
      || text.contains(where: SearchTokenizer.isBoundary)
    return needsQuotes ? quoted(text) : text
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
