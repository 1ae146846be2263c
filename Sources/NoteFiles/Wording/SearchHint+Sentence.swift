import MarfaSDK

extension SearchHint {
  /// What was not understood, what became of it and why: for the status line and standard error.
  package var sentence: String {
    "\(text) is \(isLeftOut ? "left out" : "taken literally"): \(reason)"
  }

  /// Whether the search goes on without it: it joins or encloses, and is no text to look for.
  private var isLeftOut: Bool {
    switch kind {
    case .unbalancedParenthesis, .danglingOperator, .tooDeep: true
    default: false
    }
  }

  private var reason: String {
    switch kind {
    case .unclosedQuote: "a quote without its end"
    case .unbalancedParenthesis: "a parenthesis without its other one"
    case .danglingOperator: "nothing to join"
    case .unknownField: "no such field"
    case .unknownValue(let known) where known.isEmpty: "no such value"
    case .unknownValue(let known): "there are \(known.joined(separator: ", "))"
    case .invalidDate: "not a date"
    case .invalidSize: "not a size"
    case .invalidPattern: "not a regular expression"
    case .unknownSavedSearch: "no saved search of that name"
    case .tooDeep: "too many parentheses"
    }
  }
}
