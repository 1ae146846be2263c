import Foundation
import MarfaSDK
import MarfaSDKTestSupport
import TestSupport
import Testing

/// The samples of the walk at the head of the module's documentation, in its order.
@Suite(.timeLimit(.minutes(20))) struct WalkTests {
  /// The code of a text without its white space, for comparisons.
  private func words(_ text: some StringProtocol) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test func `every sample of the walk is compiled here`() throws {
    let tests = URL(filePath: #filePath)
    let root = (0..<4).reduce(tests) { url, _ in url.deletingLastPathComponent() }
    let walk = try String(
      contentsOf: root.appending(path: "Sources/MarfaSDK/MarfaSDK.docc/MarfaSDK.md"),
      encoding: .utf8)
    let compiled = words(try String(contentsOf: tests, encoding: .utf8))

    let samples = walk.components(separatedBy: "```swift").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }

    #expect(samples.count == 8)
    for sample in samples { #expect(compiled.contains(words(sample)), "\(sample)") }
  }

  @Test @MainActor func `notes are made, changed, found, connected and shown`() async throws {
    let folder = TemporaryFolder()
    let path = folder.path("notes.sqlite")

    let client = try await MarfaClient.local(path: path)

    let note = try await client.items.create(
      CreateItemInput(type: "core.note", properties: ["title": "Rye", "body": "Flour, water"]))
    try await client.metadata.addTags(id: note.id, tags: ["bread"])
    try await client.items.update(id: note.id, properties: ["body": "Flour, water, salt"])

    let page = try await client.items.list(ListFilters(type: "core.note", tags: ["bread"]))
    let found = try await client.search(query: "flour -yeast")

    #expect(page.data.map(\.properties["body"]) == ["Flour, water, salt"])
    #expect(found.hits.map(\.id) == [note.id])

    let book = try await client.items.create(
      CreateItemInput(type: "core.note", properties: ["title": "Breads", "body": ""]))
    try await client.edges.create(
      CreateEdgeInput(sourceId: note.id, targetId: book.id, edgeType: "about"))
    let backrefs = try await client.edges.backrefs(to: book.id)

    #expect(backrefs.data.map(\.sourceId) == [note.id])

    let store = client.makeStore()
    let query = store?.query(filters: ListFilters(type: "core.note"))

    await store?.settle()
    #expect(query?.items.count == 2)
  }

  @Test func `a conflict on a server is settled by a function`() async throws {
    let seen = SeenValues<LoopbackServer.Request>()
    let conflict = RemoteFixture.conflict(
      current: (4, ["title": "Rye loaf"]), ancestor: ["title": "Rye"], fields: ["title"])
    let server = try LoopbackServer.answering { request in
      seen.add(request)
      let isFirst = String(decoding: request.body, as: UTF8.self).contains("\"version\":1")
      let json: JSONValue =
        request.target.hasSuffix("metadata")
        ? ["metadata": RemoteFixture.metadata()]
        : isFirst ? conflict : RemoteFixture.itemResponse(version: 5, ["title": "Rye loaf"])
      return LoopbackServer.answer(
        isFirst ? "409 Conflict" : "200 OK", body: JSONWriter.string(of: json))
    }
    let address = try #require(URL(string: server.url("")))
    let key = "marfa_k1_secret"
    let note = try Item(json: RemoteFixture.item())

    let remote = MarfaClient(url: address, apiKey: key)
    let saved = try await remote.items.update(
      id: note.id, properties: ["title": "Rye bread"],
      options: UpdateOptions(version: note.version, conflict: .callback) { conflict in
        ["title": conflict.current.properties["title"] ?? "Rye bread"]
      })

    #expect(saved.version == 5)
    #expect(try #require(await seen.next())["Authorization"] == "Bearer marfa_k1_secret")
  }

  @Test func `the documented errors can be caught by type`() async throws {
    let client = try MarfaSDKTest.makeInMemoryClient()
    let steps = Steps()
    func show(_ text: String) { steps.add(text) }

    do {
      show(try await client.items.get(id: "none").id)
    } catch let error as NotFoundError {
      show(error.message)
    } catch let error as any MarfaError {
      show("\(error.code): \(error.message)")
    }

    #expect(steps.all.count == 1)
  }

  @Test func `a mock transport replaces a server`() async throws {
    let transport = MockTransport()
    transport.enqueue(status: 404, json: ["error": ["code": "item_not_found", "message": "No."]])
    let tested = MarfaClient(transport: transport)

    await #expect(throws: NotFoundError.self) { try await tested.items.get(id: "none") }
  }
}
