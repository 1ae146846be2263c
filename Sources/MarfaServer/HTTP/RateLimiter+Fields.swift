import HTTPTypes

extension RateLimiter.Decision {
  /// The header fields that tell it.
  var fields: [(HTTPField.Name, String)] {
    [
      (.rateLimit, String(limit)), (.rateRemaining, String(remaining)), (.rateReset, String(reset)),
    ]
  }
}
