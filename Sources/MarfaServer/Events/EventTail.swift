import MarfaModel
import NIOCore

/// The newest events of the log, read once for all streams of the process.
///
/// A value that streams share: its events are followed by nothing, and preceded by what the log
/// has. Bounded in events and bytes.
package struct EventTail: Sendable {
  /// An event with its bytes, so that a thousand streams encode it once.
  package struct Entry: Sendable {
    package let event: StoredEvent
    package let frame: ByteBuffer
  }

  private static let countLimit = 256
  private static let byteLimit = 4 << 20

  /// Every event of the log with a greater id, up to `newest`, is in `entries`.
  package private(set) var start: Int64
  /// The greatest id that was read.
  package private(set) var newest: Int64
  /// In the order of their ids.
  package private(set) var entries: [Entry] = []
  /// The types as they were when the tail last grew.
  package private(set) var types: TypeRegistry
  private var byteCount = 0

  /// An empty tail at an id.
  package init(at id: Int64, types: TypeRegistry) {
    start = id
    newest = id
    self.types = types
  }

  /// Takes what the log has after `newest`, and lets go of the oldest beyond the bounds.
  package mutating func append(_ events: some Sequence<StoredEvent>, types: TypeRegistry) {
    self.types = types
    for event in events {
      let entry = Entry(event: event, frame: EventFrame.event(event))
      entries.append(entry)
      byteCount += entry.frame.readableBytes
      newest = event.id
    }
    var surplus = 0
    while entries.count - surplus > Self.countLimit || byteCount > Self.byteLimit,
      surplus < entries.count
    {
      byteCount -= entries[surplus].frame.readableBytes
      start = entries[surplus].event.id
      surplus += 1
    }
    entries.removeFirst(surplus)
  }

  /// The events after an id; nil when some of them are only in the log.
  package func events(after id: Int64) -> ArraySlice<Entry>? {
    guard id >= start else { return nil }
    // Almost always the answer is the last few.
    var first = entries.endIndex
    while first > entries.startIndex, entries[first - 1].event.id > id { first -= 1 }
    return entries[first...]
  }
}
