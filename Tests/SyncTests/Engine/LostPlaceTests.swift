import MarfaSDK
import MarfaServer
import Testing

/// The notebook and the links of a note that somebody deleted permanently while it was edited here.
@Suite(.timeLimit(.minutes(20))) struct LostPlaceTests {
  /// A device that edited a note in a notebook, with a link to another one that is in no text.
  private struct Placed {
    let away: AwayDevice
    let book: String
    let friend: String

    init(_ offer: ServerOffer) async throws {
      var (book, friend) = ("", "")
      away = try await AwayDevice(offer) { device, id in
        await device.client.syncEngine?.resume()
        try await device.synced {
          let group = CreateItemInput(type: "core.group", properties: ["title": "Birds"])
          book = try await device.client.items.create(group).id
          friend = try await device.note("Friend").id
          try await device.client.edges.create(
            CreateEdgeInput(sourceId: book, targetId: id, edgeType: "parent-of"))
          try await device.client.edges.create(
            CreateEdgeInput(sourceId: id, targetId: friend, edgeType: "about"))
        }
        await device.client.syncEngine?.pause()
        try await device.client.items.update(id: id, properties: ["body": "mine"])
      }
      (self.book, self.friend) = (book, friend)
    }

    /// Sends the note again, as a person does who looks at the refused changes.
    func sendAgain() async throws {
      let device = away.device
      let creation = try #require(
        try await device.queue.fetchRefused().first { $0.kind == .createItem })
      try await device.synced { try await device.queue.retryRefused(id: creation.id) }
    }

    /// The edges at the server, as source and target.
    func edges() -> Set<[String]> {
      let there = away.device.line.ask("GET", "/edges").body.objectValue?["data"]?.arrayValue ?? []
      return Set(
        there.map { edge in
          ["source_id", "target_id"].map { edge.objectValue?[$0]?.stringValue ?? "" }
        })
    }
  }

  @Test(arguments: ServerOffer.allCases)
  func `they are there again, here at once and at the server when it is sent`(
    offer: ServerOffer
  ) async throws {
    let placed = try await Placed(offer)
    let (device, id) = (placed.away.device, placed.away.id)
    device.line.ask("DELETE", "/items/" + id)
    device.line.ask("DELETE", "/items/\(id)/purge")

    _ = try await placed.away.comeBack()

    let kept = try await device.client.items.get(id: id).id
    let notebook = try await device.client.edges.list(EdgeFilters(sourceId: placed.book)).data
    #expect(notebook.map(\.targetId) == [kept])
    let links = try await device.client.edges.list(EdgeFilters(sourceId: kept)).data
    #expect(links.map(\.targetId) == [placed.friend])
    try await placed.sendAgain()
    #expect(placed.edges() == [[placed.book, kept], [kept, placed.friend]])
    #expect(try await device.queue.fetchRefused().isEmpty)
    await placed.away.stop()
  }

  @Test func `what somebody removed before the deletion is not made again`() async throws {
    let placed = try await Placed(.everything)
    let (device, id) = (placed.away.device, placed.away.id)
    let edges = device.line.ask("GET", "/items/\(placed.book)/edges").body
    let place = edges.objectValue?["data"]?.arrayValue?.first?.objectValue?["id"]?.stringValue
    device.line.ask("DELETE", "/edges/" + (try #require(place)))
    device.line.ask("DELETE", "/items/" + id)
    device.line.ask("DELETE", "/items/\(id)/purge")

    _ = try await placed.away.comeBack()

    let kept = try await device.client.items.get(id: id).id
    try await placed.sendAgain()
    #expect(placed.edges() == [[kept, placed.friend]])
    await placed.away.stop()
  }

  @Test func `a notebook that goes with its note is not missed`() async throws {
    let placed = try await Placed(.everything)
    let (device, id) = (placed.away.device, placed.away.id)
    for each in [id, placed.book] {
      device.line.ask("DELETE", "/items/" + each)
      device.line.ask("DELETE", "/items/\(each)/purge")
    }

    _ = try await placed.away.comeBack()

    let kept = try await device.client.items.get(id: id).id
    try await placed.sendAgain()
    #expect(placed.edges() == [[kept, placed.friend]])
    #expect(try await device.queue.fetchRefused().isEmpty)
    await placed.away.stop()
  }

  @Test func `a list that is read in place of the events keeps them, too`() async throws {
    let placed = try await Placed(.everything)
    let (device, id) = (placed.away.device, placed.away.id)
    device.line.ask("DELETE", "/items/" + id)
    device.line.ask("DELETE", "/items/\(id)/purge")
    try await device.store.forgetStreamPlace()

    _ = try await placed.away.comeBack()

    let kept = try await device.client.items.get(id: id).id
    try await placed.sendAgain()
    #expect(placed.edges() == [[placed.book, kept], [kept, placed.friend]])
    await placed.away.stop()
  }
}
