import MarfaSDK
import Testing

@Suite(.timeLimit(.minutes(20))) struct MassDeletionTests {
  /// A device with 40 notes whose server has purged some of them and forgotten that it did.
  ///
  /// It has also forgotten that it removed an edge between the last two; one from the first to the
  /// last was not touched.
  private func device(missing count: Int) async throws -> (Device, ids: [String]) {
    let server = InMemoryServer()
    let device = try await Device("one", server, seed: 1)
    for number in 0..<40 { try await device.note("N\(number)") }
    let ids = try await device.client.items.list(ListFilters(limit: 200)).data.map(\.id)
    var edges: [String] = []
    for source in [38, 0] {
      let input = CreateEdgeInput(sourceId: ids[source], targetId: ids[39], edgeType: "about")
      edges.append(try await device.client.edges.create(input).id)
    }
    try await device.start()
    await device.client.syncEngine?.stop()
    for id in ids.prefix(count) {
      server.ask("DELETE", "/items/" + id)
      #expect(server.ask("DELETE", "/items/\(id)/purge").status == 200)
    }
    #expect(server.ask("DELETE", "/edges/" + edges[0]).status == 200)
    // A new event, so that the device's place lies before the oldest that is kept.
    server.ask("PATCH", "/items/" + (ids.last ?? ""), ["properties": ["title": "new"]])
    _ = try await server.server.store.pruneEvents(
      before: Timestamp(milliseconds: .max / 2), keepingNewest: 1)
    return (device, ids)
  }

  private func edges(_ device: Device) async throws -> [String] {
    try await device.client.edges.list().data.map(\.sourceId)
  }

  private func count(_ device: Device) async throws -> Int {
    try await device.client.items.list(ListFilters(limit: 200)).data.count
  }

  @Test func `a sweep that would remove many notes asks first`() async throws {
    let (device, ids) = try await device(missing: 30)

    try await device.start()

    #expect(try await device.store.doubtfulCount() == 30)
    #expect(try await count(device) == 40)
    // Of the edges only those of the items in question wait with them.
    #expect(try await edges(device) == [ids[0]])
    #expect(try await device.client.items.get(id: ids.last ?? "").properties["title"] == "new")
    await device.client.syncEngine?.stop()
  }

  @Test func `an edit of a note in question says which note it is and what to do`() async throws {
    let (device, ids) = try await device(missing: 30)
    try await device.start()
    let events = try device.events()

    try await device.client.items.update(id: ids[3], properties: ["body": "mine"])
    let event = try await events.next { if case .mutationDropped = $0 { true } else { false } }

    let title = try await device.client.items.get(id: ids[3]).properties["title"]?.stringValue
    guard case .mutationDropped(_, _, _, let error) = event else { return }
    let refused = try #require(try await device.queue.fetchRefused().first)
    for words in [refused.message, (error as? any MarfaError)?.message ?? ""] {
      #expect(words.hasPrefix("“\(title ?? "")” is one of many that the server no longer shows"))
      #expect(words.contains("--allow-removals") && !words.contains(ids[3]))
    }
    #expect(try await device.body(ids[3]) == "mine")
    await device.client.syncEngine?.stop()
  }

  @Test func `a removal that a person allows is made`() async throws {
    let (device, ids) = try await device(missing: 30)
    try await device.start()

    let events = try device.events()
    try await device.store.allowRemovals()
    await device.client.syncEngine?.retry()
    _ = try await events.next {
      if case .itemDeleted(let id) = $0 { id == ids[29] } else { false }
    }

    #expect(try await count(device) == 10)
    #expect(try await edges(device) == [])
    #expect(try await device.store.doubtfulCount() == 0)
    await device.client.syncEngine?.stop()
  }

  @Test func `a few are removed unasked, each after the server has said so`() async throws {
    let (device, ids) = try await device(missing: 5)
    let events = try device.events()

    await device.client.syncEngine?.start()
    var gone: Set<String> = []
    while gone.count < 5 {
      let event = try await events.next { if case .itemDeleted = $0 { true } else { false } }
      if case .itemDeleted(let id) = event { gone.insert(id) }
    }

    #expect(gone == Set(ids.prefix(5)))
    #expect(try await count(device) == 35)
    #expect(device.line.requests.contains { $0.query.contains { $0.name == "ids" } })
    await device.client.syncEngine?.stop()
  }

  @Test(arguments: [20, 30])
  func `a burst of removals in the stream asks first, when it is large`(count: Int) async throws {
    let (device, ids) = try await device(missing: 0)

    _ = try await device.store.apply(
      ids.prefix(count).map { id in
        SSEEvent(event: "item.deleted", data: #"{"id":"\#(id)","type":"core.note"}"#)
      })

    #expect(try await device.store.doubtfulCount() == (count > 20 ? 30 : 0))
    let asks = try await device.store.nextExchange(.confirm).exchange != nil
    #expect(asks == (count <= 20))
    try await device.store.allowRemovals()
    #expect(try await device.store.nextExchange(.confirm).exchange != nil)
  }

  @Test func `a removal that the server undoes is none`() async throws {
    let (device, ids) = try await device(missing: 0)
    try await device.start()
    let id = ids[0]
    device.line.ask("DELETE", "/items/" + id)
    // The event says that it is gone, and the server that it is there.
    let outcome = try await device.store.apply([
      SSEEvent(
        id: nil, event: "item.deleted", data: #"{"id":"\#(id)","type":"core.note"}"#)
    ])
    #expect(outcome.hasDoubts)

    let exchange = try #require(try await device.store.nextExchange(.confirm).exchange)
    let answer = try await device.line.rawRequest(
      method: exchange.request.method, path: exchange.request.path,
      query: exchange.request.query, headers: [:], body: nil)
    _ = try await device.store.settle(
      exchange, .response(answer), SyncPolicy(url: "https://notes.example"))

    #expect(try await device.client.items.get(id: id).state == .trashed)
    await device.client.syncEngine?.stop()
  }
}
