import Hummingbird
import MarfaModel
import NIOCore

/// One `GET /events`: a place in the log that moves as the client reads.
///
/// It holds no events: what the client has not taken is in the log, so a client that reads
/// slowly costs nothing, and one that comes back goes on where it was.
package struct EventStream: Sendable {
  /// Finds out what the subscriber may see at a beat; nil when its key is no more.
  package typealias Authority = @Sendable (_ beat: Int) async throws -> (any StoreAccess)?

  /// Where the client wants to go on.
  package enum Start: Hashable, Sendable {
    /// With what happens from now on.
    case now
    /// After the event that it had last.
    case after(String)
  }

  /// The bytes that go out at once, at most; a single event may be larger.
  private static let chunk = 64 << 10

  let hub: EventHub
  let subscription: EventSubscription
  let filter: EventFilter
  let authority: Authority
  /// Whether the subscriber's key has ended: what happens later is not for it, also before a beat.
  let isOver: @Sendable () -> Bool
  private var access: any StoreAccess
  private var cursor: Int64 = 0
  private var types = TypeRegistry()

  package init(
    hub: EventHub, subscription: EventSubscription, filter: EventFilter,
    access: any StoreAccess, isOver: @escaping @Sendable () -> Bool = { false },
    authority: @escaping Authority
  ) {
    self.hub = hub
    self.subscription = subscription
    self.filter = filter
    self.access = access
    self.isOver = isOver
    self.authority = authority
  }

  /// Writes until the client goes, the key is revoked, or the server closes.
  package mutating func run(
    from start: Start, to writer: inout any ResponseBodyWriter
  ) async throws {
    guard try await begin(start, &writer) else { return }
    while true {
      switch await subscription.next() {
      case .grew(let tail): guard !isOver(), try await follow(tail, &writer) else { return }
      case .heartbeat(let beat):
        guard let access = try await authority(beat) else { return }
        self.access = access
        try await write(EventFrame.heartbeat, &writer)
      case .end: return
      }
    }
  }

  /// Writes the first record; false when it is also the last.
  private mutating func begin(
    _ start: Start, _ writer: inout any ResponseBodyWriter
  ) async throws -> Bool {
    let bounds = try await hub.log.eventBounds()
    switch start {
    case .now:
      cursor = bounds.newest
      try await write(EventFrame.cursor(bounds.newest, resumes: false), &writer)
    case .after(let text):
      // An id that the log has never reached is from another life of it: start again.
      guard let id = Int64(text), id >= 0, id <= bounds.newest, bounds.canResume(after: id) else {
        try await refuse(text, bounds, &writer)
        return false
      }
      cursor = id
      try await write(EventFrame.cursor(bounds.newest, resumes: true), &writer)
    }
    return true
  }

  /// Brings the client to the end of the tail, through the log where the tail begins too late.
  ///
  /// - Returns: False when the log has forgotten what comes next; the client was notified.
  private mutating func follow(
    _ tail: EventTail, _ writer: inout any ResponseBodyWriter
  ) async throws -> Bool {
    types = tail.types
    while cursor < tail.start, subscription.ending == nil {
      let events = try await hub.page(after: cursor)
      let bounds = try await hub.log.eventBounds()
      guard bounds.canResume(after: cursor) else {
        try await refuse(String(cursor), bounds, &writer)
        return false
      }
      guard let last = events.last else { break }
      let entries = events.lazy.map { EventTail.Entry(event: $0, frame: EventFrame.event($0)) }
      try await write(entries, &writer)
      cursor = last.id
    }
    guard let entries = tail.events(after: cursor), let last = entries.last else { return true }
    try await write(entries, &writer)
    cursor = last.event.id
    return true
  }

  private func refuse(
    _ requested: String, _ bounds: EventBounds, _ writer: inout any ResponseBodyWriter
  ) async throws {
    let minimum = bounds.oldest ?? bounds.newest
    try await write(EventFrame.tooOld(minimum: minimum, requested: requested), &writer)
  }

  private func write(
    _ entries: some Sequence<EventTail.Entry>, _ writer: inout any ResponseBodyWriter
  ) async throws {
    var buffer: ByteBuffer?
    for entry in entries where isWanted(entry.event) {
      guard var gathered = buffer else {
        buffer = entry.frame
        continue
      }
      if gathered.readableBytes + entry.frame.readableBytes > Self.chunk {
        try await write(gathered, &writer)
        buffer = entry.frame
      } else {
        buffer = nil
        gathered.writeImmutableBuffer(entry.frame)
        buffer = gathered
      }
    }
    if let buffer { try await write(buffer, &writer) }
  }

  private func isWanted(_ event: StoredEvent) -> Bool {
    filter.matches(event, in: types) && event.isReadable(for: access, in: types)
  }

  private func write(_ bytes: ByteBuffer, _ writer: inout any ResponseBodyWriter) async throws {
    try await subscription.writing { try await writer.write(bytes) }
  }
}
