import Foundation
import MarfaSDK
import MarfaSDKTestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct RemoteBackendTests {
  @Test(arguments: ["", ".", ".."])
  func `an id that would be another path is refused before it is sent`(id: String) async throws {
    let fixture = RemoteFixture()

    let error = await #expect(throws: ValidationError.self) {
      try await fixture.client.items.purge(id: id)
    }

    #expect(error?.code == "invalid_id")
    #expect(fixture.calls.isEmpty)
  }

  @Test func `a list without a limit is read to its end`() async throws {
    let fixture = RemoteFixture()
    for (id, cursor) in [("i1", "c1"), ("i2", "c2"), ("i3", nil)] {
      fixture.transport.enqueue(
        json: RemoteFixture.page([RemoteFixture.item(id)], cursor: cursor))
    }

    let page = try await fixture.client.items.list()

    #expect(page.data.map(\.id) == ["i1", "i2", "i3"])
    #expect(!page.hasMore)
    #expect(page.cursor == nil)
    let cursors = fixture.transport.requests.map { request in
      request.query.first { $0.name == "cursor" }?.value
    }
    #expect(cursors == [nil, "c1", "c2"])
  }

  @Test func `a list stops at its limit and says where it goes on`() async throws {
    let fixture = RemoteFixture()
    let items = (0..<200).map { RemoteFixture.item("i\($0)") }
    fixture.transport.enqueue(json: RemoteFixture.page(items, cursor: "c1"))
    fixture.transport.enqueue(json: RemoteFixture.page(Array(items.prefix(50)), cursor: "c2"))

    let page = try await fixture.client.items.list(ListFilters(limit: 250))

    #expect(page.data.count == 250)
    #expect(page.hasMore)
    #expect(page.cursor == "c2")
    let limits = fixture.transport.requests.map { request in
      request.query.first { $0.name == "limit" }?.value
    }
    #expect(limits == ["200", "50"])
  }

  @Test func `edges to many targets are asked for one by one, and every id is there`()
    async throws
  {
    let fixture = RemoteFixture { $0.maxBackrefBatchConcurrency = 1 }
    fixture.transport.enqueue(json: RemoteFixture.page([RemoteFixture.edge("e1", "x", "a")]))
    fixture.transport.enqueue(
      status: 404, json: ["error": ["code": "item_not_found", "message": "No."]])
    fixture.transport.enqueue(json: RemoteFixture.page([]))

    let edges = try await fixture.client.edges.listToTargets(targetIds: ["c", "a", "b"])

    #expect(edges.mapValues { $0.map(\.id) } == ["a": ["e1"], "b": [], "c": []])
  }

  @Test func `a kept version is restored by sending what differs`() async throws {
    let fixture = RemoteFixture()
    fixture.transport.enqueue(
      json: [
        "versions": [
          [
            "id": "v", "item_id": "i1", "version": 2, "properties": ["body": "old", "a": 1],
            "created_at": "2026-01-01T00:00:00.000Z",
          ]
        ]
      ])
    fixture.transport.enqueue(
      json: RemoteFixture.itemResponse(version: 5, ["body": "new", "a": 1, "b": 2]))
    fixture.transport.enqueue(
      json: RemoteFixture.itemResponse(version: 6, ["body": "old", "a": 1]))

    let item = try await fixture.client.versions.restore(id: "i1", version: 2)

    #expect(item.version == 6)
    #expect(
      fixture.transport.requests.last?.json
        == ["properties": ["body": "old", "b": nil], "version": 5])
  }

  @Test func `a tag is renamed on all items, those in the trash as well`() async throws {
    let fixture = RemoteFixture()
    for count in [3, 2] {
      fixture.transport.enqueue(
        json: [
          "matched": 3, "updated": .integer(Int64(count)), "skipped": 0, "errored": 0,
          "dry_run": false, "errors": [],
        ])
    }

    let changed = try await fixture.client.metadata.renameTag("old", to: "new")

    #expect(changed == 5)
    #expect(
      fixture.transport.requests.map { $0.json?.objectValue?["filter"] } == [
        ["tags": ["old"]], ["tags": ["old"], "state": "trashed"],
      ])
  }

  @Test func `an upload reports its progress and gives the hash`() async throws {
    let fixture = RemoteFixture()
    fixture.transport.setUploadSteps([0, 2, 4])
    fixture.transport.enqueue(
      status: 201, json: ["hash": "sha256:ab", "mime_type": "image/png", "size": 4])
    let steps = Steps()

    let hash = try await fixture.client.blobs.upload(
      data: Data([1, 2, 3, 4]), mimeType: "image/png"
    ) { sent, total in steps.add("\(sent)/\(total)") }

    #expect(hash == "sha256:ab")
    #expect(steps.all == ["0/4", "2/4", "4/4"])
    #expect(fixture.transport.requests.first?.body == [1, 2, 3, 4])
    #expect(fixture.transport.requests.first?.headers["Content-Type"] == "image/png")
  }

  @Test func `a blob that is not there does not exist, and cannot be read`() async throws {
    let fixture = RemoteFixture()
    let missing = TransportResponse(status: 404)
    fixture.transport.enqueue(missing)
    fixture.transport.enqueue(missing)

    #expect(try await fixture.client.blobs.exists("sha256:ab") == false)
    await #expect(throws: NotFoundError.self) { try await fixture.client.blobs.get("sha256:ab") }
  }

  @Test @MainActor func `a remote client has no store and no queries`() {
    let client = RemoteFixture().client

    #expect(client.store == nil)
    #expect(client.makeStore() == nil)
    #expect(MarfaStore(client: client) == nil)
  }
}
