extension FilterExpression {
  /// Reads an expression.
  ///
  /// - Parameter text: The expression; at most 8,192 characters, 64 levels deep.
  /// - Throws: `ValidationError` with `validation_error` and the column, from 1, under
  ///   `details.column`.
  public init(parsing text: String) throws {
    guard text.utf8.count <= 8192 else {
      throw FilterTokenizer.error("The filter is too long", column: 8193)
    }
    var tokenizer = FilterTokenizer(text)
    var parser = FilterParser(tokens: try tokenizer.tokens())
    self = try parser.parse()
  }
}

/// A recursive-descent parser of filter expressions.
private struct FilterParser {
  private let tokens: [FilterToken]
  private var position = 0
  private var depth = 0

  init(tokens: [FilterToken]) {
    self.tokens = tokens
  }

  mutating func parse() throws -> FilterExpression {
    let expression = try disjunction()
    guard next.kind == .end else { throw unexpected("and, or, or the end") }
    return expression
  }

  /// The token to be read; the last is always the end.
  private var next: FilterToken { tokens[min(position, tokens.count - 1)] }

  private mutating func disjunction() throws -> FilterExpression {
    var left = try conjunction()
    while skip("or") { left = .or(left, try conjunction()) }
    return left
  }

  private mutating func conjunction() throws -> FilterExpression {
    var left = try factor()
    while skip("and") { left = .and(left, try factor()) }
    return left
  }

  private mutating func factor() throws -> FilterExpression {
    depth += 1
    defer { depth -= 1 }
    guard depth <= 64 else {
      throw FilterTokenizer.error("The filter is nested too deeply", column: next.column)
    }
    if skip("not") { return .not(try factor()) }
    guard next.kind == .open else { return try term() }
    position += 1
    let inner = try disjunction()
    guard next.kind == .close else { throw unexpected("a closing parenthesis") }
    position += 1
    return inner
  }

  private mutating func term() throws -> FilterExpression {
    let path = try path()
    guard case .word(let word) = next.kind else { throw unexpected("an operator") }
    let name = word.lowercased()
    if name == "exists" {
      position += 1
      guard case .literal(.bool(let wanted)) = next.kind else { return .exists(path) }
      position += 1
      return wanted ? .exists(path) : .not(.exists(path))
    }
    if name == "in" {
      position += 1
      return .isOneOf(path, try list(for: path))
    }
    guard let comparison = FilterExpression.Comparison(rawValue: name) else {
      throw unexpected("an operator")
    }
    if let objection = path.objection(to: comparison) {
      throw FilterTokenizer.error(objection, column: next.column)
    }
    position += 1
    return .comparison(path, comparison, try value(for: path, comparison))
  }

  private mutating func path() throws -> FilterExpression.Path {
    guard case .word(let word) = next.kind, let path = FilterExpression.Path(word) else {
      throw unexpected("a field, properties.<name>, edge[<type>] or backref[<type>]")
    }
    position += 1
    return path
  }

  private mutating func value(
    for path: FilterExpression.Path, _ comparison: FilterExpression.Comparison
  ) throws -> JSONValue {
    guard case .literal(let value) = next.kind else { throw unexpected("a value") }
    if let objection = path.objection(to: value, in: comparison) {
      throw FilterTokenizer.error(objection, column: next.column)
    }
    position += 1
    return value
  }

  private mutating func list(for path: FilterExpression.Path) throws -> [JSONValue] {
    guard next.kind == .open else { throw unexpected("a list in parentheses") }
    var values: [JSONValue] = []
    repeat {
      position += 1
      values.append(try value(for: path, .equal))
    } while next.kind == .comma
    guard next.kind == .close else { throw unexpected("a comma or a closing parenthesis") }
    position += 1
    return values
  }

  private mutating func skip(_ keyword: String) -> Bool {
    guard case .word(let word) = next.kind, word.lowercased() == keyword else { return false }
    position += 1
    return true
  }

  private func unexpected(_ wanted: String) -> ValidationError {
    FilterTokenizer.error("Expected \(wanted)", column: next.column)
  }
}

extension FilterExpression.Path {
  /// Reads a path, or nil when a filter may not name it.
  public init?(_ text: String) {
    if FilterExpression.systemFields.contains(text) {
      self = .system(text)
    } else if text == "tags" {
      self = .tags
    } else if text.hasPrefix("properties."), text.count > 11 {
      self = .property(String(text.dropFirst(11)))
    } else if let type = Self.bracketed(text, after: "edge") {
      self = .edge(type)
    } else if let type = Self.bracketed(text, after: "backref") {
      self = .backref(type)
    } else {
      return nil
    }
  }

  private static func bracketed(_ text: String, after name: String) -> String? {
    guard text.hasPrefix(name + "["), text.hasSuffix("]"), text.count > name.count + 2 else {
      return nil
    }
    return String(text.dropFirst(name.count + 1).dropLast())
  }
}
