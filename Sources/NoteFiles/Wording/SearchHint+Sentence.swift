import MarfaSDK

extension SearchHint {
  /// What is wrong with a part of the query, and how the search treats that part: for the status
  /// line and standard error, without a full stop.
  package var sentence: String {
    if kind == .unbalancedParenthesis { return "unmatched \(text) ignored" }
    return isIgnored ? "\(reason); \(text) ignored" : "\(reason); searching for the text \(text)"
  }

  /// Whether the search ignores the part: it joins or encloses, and is not a text to search for.
  private var isIgnored: Bool {
    switch kind {
    case .unbalancedParenthesis, .danglingOperator, .tooDeep: true
    default: false
    }
  }

  private var reason: String {
    switch kind {
    case .unclosedQuote: "unclosed quote"
    case .unbalancedParenthesis: "unmatched parenthesis"
    case .danglingOperator: "nothing to join"
    case .unknownField: "no field “\(text.prefix { $0 != ":" })”"
    case .unknownValue(let known) where known.isEmpty: "unknown value"
    case .unknownValue(let known): "unknown value (use \(known.joined(separator: ", ")))"
    case .invalidDate: "invalid date"
    case .invalidSize: "invalid size"
    case .invalidPattern: "invalid regular expression"
    case .unknownSavedSearch: "no saved search of this name"
    case .tooDeep: "too many parentheses"
    }
  }
}
