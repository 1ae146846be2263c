/// Makes conditions of tokens; what makes none is taken literally, with a hint.
struct SearchTermReader {
  private let dates: SearchDates
  private(set) var hints: [SearchHint] = []

  init(dates: SearchDates) {
    self.dates = dates
  }

  mutating func term(_ token: SearchToken) -> SearchTerm {
    switch token.kind {
    case .quoted(let text): .text(text, .phrase, in: .any)
    case .marked(let mark, let text): .text(text, mark == "=" ? .exact : .start, in: .any)
    case .pattern(let source, let ignoringCase): pattern(source, ignoringCase, .any, token)
    case .field(let name, let value, let isQuoted):
      field(name, value, isQuoted, token) ?? literal(.unknownField, token)
    case .word(let word): self.word(word, token)
    // The parser keeps these to itself.
    case .open, .close, .and, .or, .not: literal(.danglingOperator, token)
    }
  }

  mutating func literal(_ kind: SearchHint.Kind, _ token: SearchToken) -> SearchTerm {
    hints.append(SearchHint(kind, text: token.text, position: token.position))
    return .text(token.text, .phrase, in: .any)
  }

  // MARK: - Words

  private mutating func word(_ word: String, _ token: SearchToken) -> SearchTerm {
    let rest = String(word.dropFirst())
    if !rest.isEmpty {
      switch word.first {
      case "#": if let tag = TagRules.normalize(rest) { return .tag(tag) }
      case "@": return .saved(rest)
      case "=": return .text(rest, .exact, in: .any)
      case "^": return .text(rest, .start, in: .any)
      default: break
      }
    }
    return text(word, in: .any)
  }

  private func text(_ word: String, in field: SearchTerm.Field) -> SearchTerm {
    if word.hasSuffix("*"), word.count > 1 {
      return .text(String(word.dropLast()), .prefix, in: field)
    }
    return .text(word, .word, in: field)
  }

  private mutating func pattern(
    _ source: String, _ ignoringCase: Bool, _ field: SearchTerm.Field, _ token: SearchToken
  ) -> SearchTerm {
    do {
      _ = try Regex(source)
      return .text(source, .pattern(ignoringCase: ignoringCase), in: field)
    } catch {
      return literal(.invalidPattern, token)
    }
  }

  // MARK: - Fields

  private mutating func field(
    _ name: String, _ value: String, _ isQuoted: Bool, _ token: SearchToken
  ) -> SearchTerm? {
    // An address such as https://example.org has no field.
    if value.hasPrefix("//") { return .text(token.text, .phrase, in: .any) }
    guard !value.isEmpty else {
      return Self.names.contains(name) ? literal(.unknownValue(known: []), token) : nil
    }
    switch name {
    case "title": return fieldText(value, isQuoted, .title)
    case "body": return fieldText(value, isQuoted, .body)
    case "tag":
      return TagRules.normalize(value).map(SearchTerm.tag)
        ?? literal(.unknownValue(known: []), token)
    case "notebook", "in": return .notebook(value)
    case "by": return .author(value)
    case "type": return .type(value.contains(".") ? value : "core.\(value)")
    case "is":
      let word = value.lowercased()
      return SearchTerm.State(rawValue: word == "favorite" ? "favourite" : word)
        .map(SearchTerm.state)
        ?? literal(.unknownValue(known: SearchTerm.State.allCases.map(\.rawValue)), token)
    case "has":
      return SearchTerm.Content(rawValue: value.lowercased()).map(SearchTerm.has)
        ?? literal(.unknownValue(known: SearchTerm.Content.allCases.map(\.rawValue)), token)
    case "size": return size(value) ?? literal(.invalidSize, token)
    default:
      if let direction = SearchTerm.LinkDirection(rawValue: name) {
        return .link(direction, value)
      }
      return time(name, value, token)
    }
  }

  static let names = Set(SearchSyntax.fields.map(\.name))

  private func fieldText(
    _ value: String, _ isQuoted: Bool, _ field: SearchTerm.Field
  ) -> SearchTerm {
    if isQuoted { return .text(value, .phrase, in: field) }
    let rest = String(value.dropFirst())
    switch value.first {
    case "=" where !rest.isEmpty: return .text(rest, .exact, in: field)
    case "^" where !rest.isEmpty: return .text(rest, .start, in: field)
    default: return text(value, in: field)
    }
  }

  private mutating func time(
    _ name: String, _ value: String, _ token: SearchToken
  ) -> SearchTerm? {
    let (field, prefix): (SearchTerm.TimeField, String)
    switch name {
    case "before": (field, prefix) = (.on, "<")
    case "after": (field, prefix) = (.on, ">")
    case "on", "edited", "created": (field, prefix) = (.init(rawValue: name) ?? .on, "")
    default: return nil
    }
    guard let range = dates.range(prefix + value) else { return literal(.invalidDate, token) }
    return .time(field, range)
  }

  private func size(_ value: String) -> SearchTerm? {
    let comparison = SearchTerm.SizeComparison(rawValue: String(value.prefix(1)))
    var number = value.dropFirst(comparison == nil ? 0 : 1).lowercased()
    if number.hasSuffix("b") { number.removeLast() }
    let scale: Double =
      switch number.last {
      case "k": 1e3
      case "m": 1e6
      case "g": 1e9
      default: 1
      }
    if scale > 1 { number.removeLast() }
    guard let amount = Double(number), amount >= 0, amount * scale < 1e18 else { return nil }
    return .size(comparison ?? .atLeast, Int64(amount * scale))
  }
}
