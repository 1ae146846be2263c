import Hummingbird
import MarfaModel
import NIOCore

/// One `GET /documents/watch`: writes what its watcher hears.
struct DocumentStream: Sendable {
  let watcher: DocumentWatcher
  /// How long events are gathered before they are written.
  let window: Duration
  let clock: any Clock<Duration>
  /// Whether the client may still watch all its documents, at a beat.
  let authority: @Sendable (_ beat: Int) async throws -> Bool

  /// Writes until the client goes, loses its rights, or the server closes.
  func run(to writer: inout any ResponseBodyWriter) async throws {
    // The first events are there already, and nobody gains by waiting for more.
    try await write(watcher.drain(), &writer)
    while true {
      switch await watcher.next() {
      case .events:
        if window > .zero { try await clock.sleep(for: window) }
        try await write(watcher.drain(), &writer)
      case .heartbeat(let beat):
        guard try await authority(beat) else { return }
        try await write(EventFrame.heartbeat, &writer)
      case .end: return
      }
    }
  }

  private func write(
    _ events: [(key: String, event: DocumentEvent)], _ writer: inout any ResponseBodyWriter
  ) async throws {
    var bytes = ByteBuffer()
    for (key, event) in events { bytes.writeImmutableBuffer(event.frame(of: key)) }
    if bytes.readableBytes > 0 { try await write(bytes, &writer) }
  }

  private func write(_ bytes: ByteBuffer, _ writer: inout any ResponseBodyWriter) async throws {
    try await watcher.writing { try await writer.write(bytes) }
  }
}
