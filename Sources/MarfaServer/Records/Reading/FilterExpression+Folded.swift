import MarfaModel

extension FilterExpression {
  /// The expression with its ids in lower case, as the store has them, so that a filter finds and
  /// leaves out the same items however a client writes their ids.
  var folded: FilterExpression {
    switch self {
    case .comparison(let path, let comparison, let value):
      .comparison(path, comparison, path.folded(value))
    case .isOneOf(let path, let values): .isOneOf(path, values.map(path.folded))
    case .exists: self
    case .and(let left, let right): .and(left.folded, right.folded)
    case .or(let left, let right): .or(left.folded, right.folded)
    case .not(let inner): .not(inner.folded)
    }
  }
}

extension FilterExpression.Path {
  /// A value as the path's own values are written.
  fileprivate func folded(_ value: JSONValue) -> JSONValue {
    switch self {
    // Also a part of one: startswith and contains take any text.
    case .system("id"), .edge, .backref: value.stringValue.map { .string($0.lowercased()) } ?? value
    case .system, .tags, .property: value
    }
  }
}
