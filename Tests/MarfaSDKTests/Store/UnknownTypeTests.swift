import MarfaSDK
import MarfaSDKTestSupport
import Testing

/// Types that a server knows and this store was never told of.
@Suite(.timeLimit(.minutes(20))) struct UnknownTypeTests {
  @Test func `an item of a type that only the server knows is edited, and the edit is sent`()
    async throws
  {
    let desk = try await ServerDesk()
    var item = ServerDesk.note(ServerDesk.id(1), ["title": "Leek", "servings": 4], version: 3)
    item.type = "user.recipe"
    try await desk.store.adopt(items: [ConfirmedItem(item)])

    _ = try await desk.store.updateItem(id: item.id, properties: ["servings": 6])

    #expect(try await desk.store.item(id: item.id)?.properties["servings"] == 6)
    #expect(
      try await desk.sent()
        == [#"PATCH /items/\#(item.id) {"properties":{"servings":6},"version":3}"#])
  }

  @Test func `an item and an edge of such types are made, and the server decides`() async throws {
    let desk = try await ServerDesk()
    let recipe = try await desk.store.createItem(
      CreateItemInput(type: "user.recipe", properties: ["title": "Leek"]))
    let note = try await desk.store.createItem(
      CreateItemInput(type: "core.note", properties: ["body": "x"]))
    _ = try await desk.store.createEdge(
      CreateEdgeInput(sourceId: note.id, targetId: recipe.id, edgeType: "user.cooks"))

    #expect(try await desk.store.queueRows().count == 3)
    #expect(try await desk.store.item(id: recipe.id)?.type == "user.recipe")
    #expect(try await desk.store.summaries(ListFilters()).data.count == 2)
  }

  @Test func `without a server such types are refused`() async throws {
    let fixture = try await StoreFixture()
    let note = try await fixture.note("A")

    let item = await #expect(throws: ValidationError.self) {
      try await fixture.store.createItem(CreateItemInput(type: "user.recipe"))
    }
    #expect(item?.code == ErrorCode.invalidType)
    let edge = await #expect(throws: NotFoundError.self) {
      try await fixture.store.createEdge(
        CreateEdgeInput(sourceId: note.id, targetId: note.id, edgeType: "user.cooks"))
    }
    #expect(edge?.code == ErrorCode.edgeTypeNotFound)
  }

  @Test(arguments: ["recipe", "", "system.nothing", "User.Recipe"])
  func `a name that is no type's is refused with a server too`(type: String) async throws {
    let desk = try await ServerDesk()
    await #expect(throws: ValidationError.self) {
      try await desk.store.createItem(CreateItemInput(type: type, properties: ["title": "x"]))
    }
  }
}
