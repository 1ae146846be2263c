/// Makes an expression of tokens; every list of tokens makes one.
struct SearchParser {
  private static let maximumDepth = 64

  private let tokens: [SearchToken]
  private var reader: SearchTermReader
  private var position = 0
  private var depth = 0
  private var ownHints: [SearchHint] = []

  init(tokens: [SearchToken], reader: SearchTermReader) {
    self.tokens = tokens
    self.reader = reader
  }

  var hints: [SearchHint] { ownHints + reader.hints }

  mutating func parse() -> SearchExpression? {
    var parts: [SearchExpression] = []
    while position < tokens.count {
      if let part = disjunction() { parts.append(part) }
      // Only a parenthesis that closes nothing stops early.
      if position < tokens.count {
        hint(.unbalancedParenthesis)
        position += 1
      }
    }
    return SearchExpression.all(parts)
  }

  private mutating func disjunction() -> SearchExpression? {
    var parts: [SearchExpression] = []
    while true {
      let part = conjunction()
      if let part { parts.append(part) }
      guard position < tokens.count, tokens[position].kind == .or else { break }
      if part == nil || !canStart(position + 1) { hint(.danglingOperator) }
      position += 1
    }
    return SearchExpression.any(parts)
  }

  private mutating func conjunction() -> SearchExpression? {
    var parts: [SearchExpression] = []
    while position < tokens.count {
      switch tokens[position].kind {
      case .close, .or: return SearchExpression.all(parts)
      case .and:
        if parts.isEmpty || !canStart(position + 1) { hint(.danglingOperator) }
        position += 1
      default: if let part = factor() { parts.append(part) }
      }
    }
    return SearchExpression.all(parts)
  }

  private mutating func factor() -> SearchExpression? {
    let token = tokens[position]
    switch token.kind {
    case .not:
      guard canStart(position + 1), depth < Self.maximumDepth else {
        hint(.danglingOperator)
        position += 1
        return nil
      }
      position += 1
      depth += 1
      defer { depth -= 1 }
      return factor().map(SearchExpression.not)
    case .open: return group()
    default:
      position += 1
      return .term(reader.term(token))
    }
  }

  private mutating func group() -> SearchExpression? {
    guard depth < Self.maximumDepth else {
      hint(.tooDeep)
      position += 1
      return nil
    }
    let opening = tokens[position]
    position += 1
    depth += 1
    defer { depth -= 1 }
    let inner = disjunction()
    if position < tokens.count {
      position += 1
    } else {
      ownHints.append(
        SearchHint(.unbalancedParenthesis, text: opening.text, position: opening.position))
    }
    return inner
  }

  private func canStart(_ index: Int) -> Bool {
    guard index < tokens.count else { return false }
    switch tokens[index].kind {
    case .close, .or, .and: return false
    default: return true
    }
  }

  private mutating func hint(_ kind: SearchHint.Kind) {
    ownHints.append(
      SearchHint(kind, text: tokens[position].text, position: tokens[position].position))
  }
}
