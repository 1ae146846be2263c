import HTTPTypes

extension RateLimiter.Decision {
  /// The header fields that say it.
  var fields: [(HTTPField.Name, String)] {
    [
      (.rateLimit, String(limit)), (.rateRemaining, String(remaining)), (.rateReset, String(reset)),
    ]
  }
}
