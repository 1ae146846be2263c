import MarfaModel

extension StoredEvent {
  /// The event as the log keeps it: without the properties that history has.
  var kept: StoredEvent {
    guard let text else { return self }
    var event = self
    event.data = String(decoding: text.removed(from: Array(data.utf8)), as: UTF8.self)
    return event
  }

  /// About how many bytes it weighs with everything that it says.
  var size: Int { data.utf8.count + (text?.count ?? 0) }
}
