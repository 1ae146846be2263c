import HTTPTypes

/// Fields of the API that HTTP itself has no name for.
extension HTTPField.Name {
  private static func name(_ text: String) -> HTTPField.Name {
    guard let name = HTTPField.Name(text) else { preconditionFailure("\(text) is a token.") }
    return name
  }

  static let requestId = name("X-Request-ID")
  static let rateLimit = name("X-RateLimit-Limit")
  static let rateRemaining = name("X-RateLimit-Remaining")
  static let rateReset = name("X-RateLimit-Reset")
  static let idempotencyKey = name("Idempotency-Key")
  static let idempotentReplayed = name("Idempotent-Replayed")
}
