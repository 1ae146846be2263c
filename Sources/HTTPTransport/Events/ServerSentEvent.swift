/// One event of an event stream.
package struct ServerSentEvent: Hashable, Sendable {
  /// The newest id that the stream has named, which stays until another is named; empty at first.
  package var id: String
  /// The event's name; `message` when the stream names none.
  package var event: String
  /// The data, lines joined by a line feed.
  package var data: String
  /// The waiting time in milliseconds before a reconnection, if one was named since the event
  /// before.
  package var retry: Int?

  package init(id: String = "", event: String = "message", data: String, retry: Int? = nil) {
    self.id = id
    self.event = event
    self.data = data
    self.retry = retry
  }
}
