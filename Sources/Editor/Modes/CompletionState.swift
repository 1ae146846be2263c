/// The name that is being completed, and whether completion is wanted.
struct CompletionState: Sendable {
  /// The completion that is open; nil when none is.
  private(set) var request: CompletionRequest?
  /// Whether it was closed, and only further typing opens it.
  private(set) var isSuppressed = false

  /// Opens or updates the completion.
  mutating func open(_ request: CompletionRequest) { self.request = request }

  /// Closes it until more is typed.
  mutating func suppress() { (request, isSuppressed) = (nil, true) }

  /// Lets it open again.
  mutating func allow() { isSuppressed = false }

  /// Closes it so that it opens afresh.
  mutating func restart() { (request, isSuppressed) = (nil, false) }

  /// Puts the place that is completed where its text went.
  mutating func move(_ place: (Int) -> Int) {
    guard let range = request?.range else { return }
    let start = place(range.lowerBound)
    request?.range = start..<max(start, place(range.upperBound))
  }
}
