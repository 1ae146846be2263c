import Foundation
import GRDB
import MarfaSDK
import MarfaSDKTestSupport
import Testing

/// Which device moved a note to the trash: what is sent, what is kept, and what a conflict says.
@Suite(.timeLimit(.minutes(20))) struct StateDeviceTests {
  private static let named = ["change_devices", "state_devices"]

  /// A store with a server that offers something, of a device with a name.
  private func desk(
    _ name: String? = "the desk", offers: [String] = named
  ) async throws -> (ServerDesk, id: String) {
    let desk = try await ServerDesk(device: name)
    let id = try await desk.confirmed()
    let local = SynchronousStore(desk.store)
    let exchange = try #require(try local.nextExchange(.identify))
    let offered = JSONValue.object(Dictionary(uniqueKeysWithValues: offers.map { ($0, true) }))
    _ = try local.settle(
      exchange, .response(TransportResponse(status: 200, body: JSONWriter.bytes(of: offered))),
      ParkedConflictTests.policy)
    return (desk, id)
  }

  private func trashed(_ id: String, by device: String?, second: Int = 9) -> Item {
    var item = ServerDesk.note(
      id, ["title": "A", "body": "one"], version: 5, second: second, state: .trashed)
    (item.device, item.stateDevice) = ("phone", device)
    return item
  }

  /// What a conflict of an edit here with a move to the trash there says of the other side.
  private func sides(
    _ desk: ServerDesk, _ id: String, _ item: Item, then more: () throws -> Void = {}
  ) async throws -> ConflictSides? {
    try SynchronousStore(desk.store).update(id: id) { _ in ["body": "mine"] }
    try await desk.store.adopt(items: [ConfirmedItem(item)])
    try more()
    #expect(try await desk.sent().isEmpty)
    let conflict = try #require(try await desk.store.parkedConflicts().first)
    return try await desk.store.conflictSides(id: conflict.id)
  }

  @Test func `a move to another state names this device, where the server takes it`() async throws {
    let (desk, id) = try await desk()
    var options = BindingOptions()
    options.namesStateDevices = true

    _ = try await desk.store.transitionItem(id: id, to: .trashed)
    #expect(try await desk.sent(options) == ["DELETE /items/\(id)?device=the%20desk"])
    // Sent again it is the same request.
    try SynchronousStore(desk.store).releaseClaims()
    #expect(try await desk.sent() == ["DELETE /items/\(id)?device=the%20desk"])
  }

  @Test func `a move to the archive names this device, and a restoration has no body`()
    async throws
  {
    let (desk, id) = try await desk()
    var options = BindingOptions()
    options.namesStateDevices = true

    _ = try await desk.store.transitionItem(id: id, to: .archived)
    #expect(
      try await desk.sent(options) == [
        #"POST /items/\#(id)/transition {"device":"the desk","state":"archived"}"#
      ])
  }

  @Test func `a server of the documented API alone is sent no device`() async throws {
    let (desk, id) = try await desk()

    _ = try await desk.store.transitionItem(id: id, to: .trashed)

    #expect(try await desk.sent() == ["DELETE /items/\(id)"])
  }

  @Test func `a device without a name sends none`() async throws {
    let (desk, id) = try await desk(nil)
    var options = BindingOptions()
    options.namesStateDevices = true

    _ = try await desk.store.transitionItem(id: id, to: .trashed)

    #expect(try await desk.sent(options) == ["DELETE /items/\(id)"])
  }

  @Test func `a conflict says which device moved the note to the trash`() async throws {
    let (desk, id) = try await desk()

    let sides = try #require(try await sides(desk, id, trashed(id, by: "laptop")))

    #expect(sides.trashing == .there)
    #expect(sides.origins.stateDevice == "laptop")
    #expect(sides.theirDevice == "laptop")
  }

  @Test(arguments: [
    ([], "laptop"), (["change_devices"], "laptop"), (StateDeviceTests.named, nil),
  ])
  func `nobody is named by a server that does not say it, or for a device without a name`(
    offers: [String], device: String?
  ) async throws {
    let (desk, id) = try await desk(offers: offers)

    let sides = try #require(try await sides(desk, id, trashed(id, by: device)))

    #expect(sides.trashing == .there)
    #expect(sides.theirDevice == nil)
  }

  @Test(arguments: [(["trashed"], "laptop"), (["active", "trashed"], nil)])
  func `the name stays with news of tags, and goes with another state`(
    states: [String], name: String?
  ) async throws {
    let (desk, id) = try await desk()

    let sides = try await sides(desk, id, trashed(id, by: "laptop")) {
      for (number, state) in states.enumerated() {
        let data = #"{"item_id":"\#(id)","state":"\#(state)","tags":["x"],"tier":"library"}"#
        _ = try SynchronousStore(desk.store).apply([
          SSEEvent(id: String(number + 1), event: "metadata.changed", data: data)
        ])
      }
    }

    #expect(sides?.trashing == .there)
    #expect(sides?.theirDevice == name)
  }

  @Test func `a store of the former build keeps its notes, and takes names from then on`()
    async throws
  {
    let folder = TemporaryFolder()
    let path = folder.path("notes.sqlite")
    let id = ServerDesk.id(1)
    try await {
      let store = try LocalStore.open(path: path)
      try await store.connect(to: ServerIdentity(url: "https://notes.example"))
      try await store.adopt(items: [ConfirmedItem(trashed(id, by: nil, second: 1))])
    }()
    try FormerStore.change(path, FormerStore.beforeStateDevices)

    let store = try LocalStore.open(path: path)

    #expect(try await store.item(id: id)?.properties["body"] == "one")
    #expect(
      try await store.adopt(items: [ConfirmedItem(trashed(id, by: "laptop"))]) == [.adopted])
    #expect(try await store.quickCheck() == [])
    let queue = try DatabaseQueue(path: path)
    let names = try await queue.read {
      try String.fetchAll($0, sql: "SELECT state_device FROM item")
    }
    #expect(names == ["laptop"])
  }
}
