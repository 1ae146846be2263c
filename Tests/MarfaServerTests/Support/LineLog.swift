import Logging

/// A log that gives its lines to a test.
struct LineLog: LogHandler {
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.error
  private let subject: String
  private let take: @Sendable (String) -> Void

  /// A log of errors.
  ///
  /// - Parameters:
  ///   - subject: A word of the message; other lines are passed over, such as what a server of the
  ///     tests says when it ends.
  ///   - take: Takes a line: the message, then what was said with it, without the request's id.
  init(about subject: String, _ take: @escaping @Sendable (String) -> Void) {
    (self.subject, self.take) = (subject, take)
  }

  subscript(metadataKey key: String) -> Logger.MetadataValue? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let message = "\(event.message)"
    guard message.contains(subject) else { return }
    let words = (event.metadata ?? [:]).filter { $0.key != "request_id" }
      .sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    take(([message] + words).joined(separator: " "))
  }
}
