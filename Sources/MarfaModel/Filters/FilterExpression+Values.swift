extension FilterExpression.Path {
  /// What a path holds, and so what it can be compared with.
  private enum Kind {
    case text
    /// One of some words.
    case word([String])
    case number
    case time
    /// Tags, or the ids at the other ends of edges.
    case names
    /// Whatever the item has.
    case anything
  }

  private var kind: Kind {
    switch self {
    case .property: .anything
    case .tags, .edge, .backref: .names
    case .system("state"): .word(ItemState.allCases.map(\.rawValue))
    case .system("tier"): .word(ItemTier.allCases.map(\.rawValue))
    case .system("timestamp"), .system("created_at"), .system("updated_at"): .time
    case .system("version"), .system("schema_version"), .system("capture_latitude"),
      .system("capture_longitude"):
      .number
    case .system: .text
    }
  }

  /// Why no item can be compared so; nil when one can.
  ///
  /// A term that is false of every item is no answer to a mistake: its negation finds them all.
  func objection(to comparison: FilterExpression.Comparison) -> String? {
    switch (kind, comparison) {
    case (.time, .contains), (.time, .startsWith), (.number, .contains), (.number, .startsWith):
      "This field takes eq, ne, gt, ge, lt, le, in and exists"
    case (.names, .equal), (.names, .notEqual), (.names, .contains): nil
    case (.names, _): "Tags and edges take eq, ne, contains, in and exists"
    default: nil
    }
  }

  /// Why no item can have the value; nil when one can.
  ///
  /// Null is what an absent field is equal to.
  func objection(
    to value: JSONValue, in comparison: FilterExpression.Comparison
  ) -> String? {
    if value.isNull, comparison == .equal || comparison == .notEqual { return nil }
    let isPart = comparison == .contains || comparison == .startsWith
    switch kind {
    case .anything: return nil
    case .number: return value.doubleValue == nil ? "Expected a number" : nil
    case .text, .names: return value.stringValue == nil ? "Expected a text in quotes" : nil
    case .word(let words):
      guard let text = value.stringValue, isPart || words.contains(text) else {
        return "Expected one of \(words.map { "\"\($0)\"" }.joined(separator: ", "))"
      }
      return nil
    case .time:
      guard let text = value.stringValue, Timestamp(iso8601: text) != nil else {
        return "Expected a time such as \"2026-11-21\" or \"2026-11-21T08:30:00Z\""
      }
      return nil
    }
  }
}
