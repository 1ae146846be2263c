import Dispatch
import Foundation
import MarfaSDK
import Synchronization
import TestSupport
import Testing

/// How far an upload is in the store of a device whose disk is slow, or full.
@Suite(.timeLimit(.minutes(20))) struct StoredPlaceTests {
  private static let reach: Int64 = 4 << 20

  /// The way to a server, which notes the pieces that begin and waits before the first.
  private final class PieceLine: ForwardingTransport {
    struct Piece {
      /// Where it ends.
      var end: Int64
      /// How far the store has the upload when it begins.
      var stored: Int64
    }

    /// Is open when the first piece may begin.
    let gate = AnswerGate()
    let base: CurlTransport
    private let store = Mutex<LocalStore?>(nil)
    private let begun = Mutex<[Piece]>([])
    private let (ends, end) = AsyncStream.makeStream(
      of: Int64.self, bufferingPolicy: .unbounded)

    init(_ base: CurlTransport) { self.base = base }

    /// The pieces that have begun.
    var pieces: [Piece] { begun.withLock { $0 } }

    /// Looks into a store whenever a piece begins.
    func look(into store: LocalStore) { self.store.withLock { $0 = store } }

    /// Waits until the server has taken a number of bytes.
    func untilTaken(_ count: Int64) async {
      for await end in ends where end >= count { return }
    }

    func upload(
      _ upload: TransportUpload, onBytesSent: (@Sendable (Int64, Int64) -> Void)?
    ) async throws -> TransportResponse {
      guard case .file(_, let offset, let count) = upload.body else {
        return try await base.upload(upload, onBytesSent: onBytesSent)
      }
      await gate.pass()
      let stored = try await store.withLock { $0 }?.uploads().first?.offset ?? 0
      begun.withLock { $0.append(Piece(end: offset + count, stored: stored)) }
      let answer = try await base.upload(upload, onBytesSent: onBytesSent)
      if answer.status == 204 { end.yield(offset + count) }
      return answer
    }
  }

  /// A transaction that others wait for, until it is let go.
  private struct WriteHold {
    private let end = DispatchSemaphore(value: 0)

    init(_ store: LocalStore) async {
      let (beginnings, begun) = AsyncStream<Void>.makeStream(bufferingPolicy: .unbounded)
      DispatchQueue.global().async { [end] in
        // It writes nothing, so it cannot fail.
        try? store.performSynchronously(as: .server) { _ in
          begun.finish()
          end.wait()
        }
      }
      for await _ in beginnings {}
    }

    func release() { end.signal() }
  }

  /// Runs a test with a device whose file of 12 MB is about to be sent, and then sends it whole.
  private func sending(
    _ body: @escaping @Sendable (FileDevice, PieceLine, SyncEventReader) async throws -> Void
  ) async throws {
    try await withLoopbackServer { server in
      let folder = try TemporaryDirectory()
      let line = PieceLine(CurlTransport(url: server.url, apiKey: server.key))
      let one = try await FileDevice(line, folder.path + "/notes.sqlite")
      line.look(into: one.store)
      try await one.start()
      let events = try one.events()
      let note = try await one.note("Rye")
      let content = [UInt8](repeating: 7, count: 12_000_000)
      let hash = try await one.attachments.add(data: content, to: note.id, title: "rye.mov")
        .attachment.blobRef
      await line.gate.isReached()

      try await body(one, line, events)
      try await one.untilSent(events)

      #expect(line.pieces.allSatisfy { $0.end - $0.stored <= Self.reach })
      #expect(line.pieces.last?.end == Int64(content.count))
      #expect(try await server.client().blobs.get(hash) == content)
      await one.client.syncEngine?.stop()
    }
  }

  @Test func `while the store is slow the server never gets over four mebibytes ahead`()
    async throws
  {
    try await sending { device, line, _ in
      let hold = await WriteHold(device.store)
      line.gate.open()
      await line.untilTaken(Self.reach)

      // A piece that does not wait would begin during these.
      for _ in 0..<100 {
        _ = try await line.rawRequest(
          method: "GET", path: "/capabilities", query: [], headers: [:], body: nil)
      }

      #expect(line.pieces.last?.end == Self.reach)
      #expect(try await device.store.uploads().map(\.offset) == [0])
      hold.release()
    }
  }

  @Test func `while the disk is full an upload waits, says so, and goes on after that`()
    async throws
  {
    try await sending { device, line, events in
      let store = SynchronousStore(device.store)
      try store.execute(
        """
        CREATE TRIGGER full BEFORE UPDATE OF offset ON upload
        BEGIN SELECT RAISE(ABORT, 'the disk is full'); END
        """)
      line.gate.open()

      while try await device.store.uploads().first?.error != UploadStateMachine.notStored {
        _ = try await events.next { if case .failed = $0 { true } else { false } }
      }

      #expect(line.pieces.map(\.end).max() == Self.reach)
      try store.execute("DROP TRIGGER full")
    }
  }

  @Test func `an upload whose end the full disk did not take is over when there is room again`()
    async throws
  {
    try await sending { device, line, events in
      let store = SynchronousStore(device.store)
      try store.execute(
        """
        CREATE TRIGGER full BEFORE DELETE ON upload
        BEGIN SELECT RAISE(ABORT, 'the disk is full'); END
        """)
      line.gate.open()

      while try await device.store.uploads().first?.error != UploadStateMachine.notStored {
        _ = try await events.next { if case .failed = $0 { true } else { false } }
      }

      #expect(try await device.store.pendingMutations().count > 0)
      try store.execute("DROP TRIGGER full")
    }
  }
}
