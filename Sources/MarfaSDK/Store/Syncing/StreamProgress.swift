/// How far an event stream has come toward the end that it announced when it was opened.
///
/// A stream that goes on from a place says first which event is the newest, and then brings what is
/// between. Only when it has, everything from before it was opened is here.
package struct StreamProgress: Hashable, Sendable {
  /// What a stream has yet to bring of what is older than itself.
  package enum Rest: String, Hashable, Sendable, CaseIterable {
    /// Nothing.
    case none
    /// It has not said how far it goes.
    case unsaid
    /// Events that come for sure.
    case announced
    /// Perhaps some: the server does not say, or not every event is for this key.
    case possible
  }

  /// Whether the server announces the end, and shows this key every event up to it.
  package let isCertain: Bool
  /// The last event that has been applied; nil for none.
  package private(set) var place: String?
  /// The newest event when the stream was opened, as it said; nil before.
  package private(set) var end: String?
  private var hasReachedEnd = false

  /// A stream that was not opened yet.
  ///
  /// - Parameters:
  ///   - place: The event after which it goes on; nil for one that begins now.
  ///   - isCertain: Whether the server announces the end, and shows this key every event up to it.
  package init(from place: String?, isCertain: Bool) {
    (self.place, self.isCertain) = (place, isCertain)
  }

  /// What is yet to come.
  package var rest: Rest {
    if hasReachedEnd { return .none }
    guard isCertain else { return .possible }
    return end == nil ? .unsaid : .announced
  }

  /// Whether the stream has yet to bring what it announced, or to say what that is.
  package var isBehind: Bool { rest == .unsaid || rest == .announced }

  /// Takes events that have been applied.
  ///
  /// - Parameter events: The events, in the stream's order.
  package mutating func take(_ events: some Sequence<SSEEvent>) {
    for event in events {
      if let id = event.id { place = id }
      if event.event == Self.frame { end = Self.end(event) ?? place }
      if end != nil, place == end { hasReachedEnd = true }
    }
  }

  /// The first frame of a stream; a server with the documented API only has none.
  private static let frame = "stream_cursor"

  private static func end(_ frame: SSEEvent) -> String? {
    // A frame that cannot be read names no event: nothing is known to come.
    try? JSONParser.parse(frame.data.utf8).objectValue?["id"]?.stringValue
  }
}
