import TerminalUI

/// The name that is being completed, and whether completion is wanted.
struct CompletionState: Sendable {
  /// The completion that is open; nil when none is.
  private(set) var request: CompletionRequest?
  /// Whether it was closed, and only further typing opens it.
  private(set) var isSuppressed = false

  /// The end of a link that was just completed, and how much of its `]]` may be typed over.
  private var closing: (end: Int, count: Int)?

  /// The `]]` before a place is that of a link that was just completed: typing it changes nothing.
  mutating func close(at end: Int) { closing = (end, 2) }

  /// Whether a key only types over the `]]` before the cursor; any other key ends that.
  mutating func typesOver(_ key: KeyEvent, at cursor: Int) -> Bool {
    guard let (end, count) = closing else { return false }
    closing = nil
    guard key == KeyEvent("]"), end == cursor else { return false }
    if count > 1 { closing = (end, count - 1) }
    return true
  }

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
    if let (end, count) = closing { closing = (place(end), count) }
    guard let range = request?.range else { return }
    let start = place(range.lowerBound)
    request?.range = start..<max(start, place(range.upperBound))
  }
}
