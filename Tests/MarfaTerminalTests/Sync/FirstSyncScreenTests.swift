import Foundation
import MarfaSDK
import MarfaSDKTestSupport
import MarfaTerminal
import Testing

/// A first sync of more notes than come at once.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct FirstSyncScreenTests {
  /// A server with the documented API, whose second page of notes waits until it is let go.
  private final class TwoPages: Transport {
    private let (waits, gate) = AsyncStream<Void>.makeStream(bufferingPolicy: .unbounded)

    func open() { gate.finish() }

    private func page(_ titles: [String], from number: Int, next: String?) -> [UInt8] {
      let time = MarfaSDKTest.start.iso8601
      let notes = titles.enumerated().map { index, title in
        let id = "01900000-0000-7000-8000-00000000000\(number + index)"
        let item = Item(
          id: id, type: "core.note",
          properties: ["title": .string(title), "body": .string("# \(title)\n\nflour of it")],
          timestamp: time, createdAt: time, updatedAt: time)
        return ItemWithMetadata(item: item, metadata: Metadata(itemId: id))
      }
      return ListPage(data: notes, cursor: next, hasMore: next != nil).jsonBytes()
    }

    func rawRequest(
      method: String, path: String, query: [URLQueryItem], headers: [String: String],
      body: [UInt8]?
    ) async throws -> TransportResponse {
      func has(_ name: String, _ value: String) -> Bool {
        query.contains(URLQueryItem(name: name, value: value))
      }
      switch (method, path) {
      case ("GET", "/types"): return answer(#"{"item_types":[]}"#)
      case ("GET", "/edges/types"): return answer(#"{"edge_types":[]}"#)
      case ("GET", "/items") where has("cursor", "2"):
        for await _ in waits {}
        return TransportResponse(status: 200, body: page(["Wheat"], from: 4, next: nil))
      case ("GET", "/items") where has("state", "active"):
        let titles = ["Rye", "Barley", "Oats"]
        return TransportResponse(status: 200, body: page(titles, from: 1, next: "2"))
      case ("GET", "/items"), ("GET", "/edges"):
        return answer(#"{"data":[],"has_more":false}"#)
      default:
        let error = #"{"error":{"code":"not_found","message":"No such path."}}"#
        return answer(error, status: method == "GET" ? 404 : 503)
      }
    }

    private func answer(_ text: String, status: Int = 200) -> TransportResponse {
      TransportResponse(status: status, body: Array(text.utf8))
    }

    func rawUpload(
      method: String, path: String, body: [UInt8], contentType: String, query: [URLQueryItem],
      onBytesSent: (@Sendable (Int64, Int64) -> Void)?
    ) async throws -> TransportResponse {
      try await rawRequest(method: method, path: path, query: query, headers: [:], body: body)
    }

    func eventStream(
      path: String, query: [URLQueryItem], lastEventID: String?
    ) -> AsyncThrowingStream<SSEEvent, any Error> {
      // It stays open.
      AsyncThrowingStream(bufferingPolicy: .unbounded) {
        $0.yield(SSEEvent(id: "1", event: "stream_cursor", data: #"{"id":"1"}"#))
      }
    }
  }

  @Test func `before anything has come the list says that the notes are being fetched`()
    async throws
  {
    let fixture = try await ApplicationFixture(
      columns: 80, rows: 24, sdk: try ServerByHand().store)
    let sync = fixture.application.context.sync
    sync.begin(in: fixture.store)
    await fixture.settle()

    #expect(fixture.screen.contains("Your notes are being fetched"), "\(fixture.screen)")
    #expect(!fixture.screen.contains("No notes yet"))

    sync.cannotConnect(.offline, because: "The network is down.")
    await fixture.settle()
    #expect(fixture.screen.contains("No notes yet."), "\(fixture.screen)")
  }

  @Test func `notes that have come are on the screen and are edited while the rest still comes`()
    async throws
  {
    let store = try ServerByHand().store
    let fixture = try await ApplicationFixture(columns: 120, rows: 30, sdk: store)
    let (sync, workspace) = (fixture.application.context.sync, fixture.application.workspace)
    let server = TwoPages()
    await fixture.follow(store, server)

    await fixture.waitForScreen(with: "Oats")
    await fixture.press("down")
    #expect(["Rye", "Barley", "Oats"].allSatisfy { fixture.screen.contains($0) })
    #expect(fixture.screen.contains("catching up"))
    let note = try #require(workspace.selectedNote)
    #expect(workspace.note.content?.body == "# \(note.title)\n\nflour of it")

    await fixture.press("e")
    await fixture.type("G")
    await fixture.press("o")
    await fixture.type("mine")
    await fixture.passDelays()
    #expect(try await store.noteText(id: note.id).body.hasSuffix("flour of it\nmine"))
    #expect(try await store.pendingMutations().map(\.itemId) == [note.id])
    #expect(workspace.list.window.count == 3)

    server.open()
    await fixture.waitForFrame(in: {
      _ = fixture.frame
      return workspace.list.window.count == 4
    })
    await fixture.type(" too")
    await fixture.passDelays()

    #expect(workspace.selectedNote?.id == note.id)
    #expect(try await store.noteText(id: note.id).body.hasSuffix("flour of it\nmine too"))
    await fixture.press("esc esc")
    await fixture.settle()
    #expect(fixture.screen.contains("Wheat"), "\(fixture.screen)")
    await sync.stop()
  }
}
