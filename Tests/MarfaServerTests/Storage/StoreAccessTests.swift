import MarfaModel
import MarfaServer
import Testing

@Suite(.everyStore, .timeLimit(.minutes(20))) struct StoreAccessTests {
  private let reader = SomeAccess(readable: ["core.note"], readableEdges: ["about"])
  private let writer = SomeAccess(
    readable: ["core.note"], writable: ["core.note"], readableEdges: ["about"])

  @Test func `a forbidden write is refused before it is validated`() async throws {
    let fixture = try StoreFixture()
    let id = try await fixture.note("a")
    let other = try await fixture.note("b")
    let edge = CreateEdgeInput(sourceId: id, targetId: other, edgeType: "about")
    let cases: [(StoreMutation, SomeAccess, String)] = [
      (.createItem(CreateItemInput(type: "core.note")), reader, "type_not_permitted"),
      (.createItem(CreateItemInput(type: "user.nothing")), writer, "type_not_permitted"),
      (.patchItem(id: id, PatchItemBody(properties: ["body": 1])), reader, "type_not_permitted"),
      (.addTags(id: id, ["--"]), reader, "type_not_permitted"),
      (.trashItem(id: id), reader, "type_not_permitted"),
      (.purgeItem(id: id), writer, "forbidden"),
      (.createEdge(edge), writer, "edge_permission_denied"),
      (
        .createEdge(edge), SomeAccess(readable: ["core.note"], writableEdges: ["about"]),
        "type_not_permitted"
      ),
      (.patchItem(id: id, PatchItemBody(edges: ["about": []])), writer, "edge_permission_denied"),
      (.setExtension(id: id, namespace: "app.x", [:]), writer, "forbidden"),
      (.registerType(ItemType(id: "core.x")), writer, "forbidden"),
      (.registerEdgeType(EdgeType(id: "x")), writer, "forbidden"),
      (.createWebhook(NewWebhook(url: "", events: [], secret: "")), writer, "forbidden"),
    ]

    for (mutation, access, code) in cases {
      #expect(try await fixture.refusal(mutation, as: access) == code, "\(mutation)")
    }
  }

  @Test func `an item that may not be seen is as if it were not there`() async throws {
    let fixture = try StoreFixture()
    let made = try await fixture.write(
      .createItem(CreateItemInput(type: "core.task", properties: ["title": "secret"])))
    let task = try #require(made["item"]?["id"]?.stringValue)
    let note = try await fixture.note("a", edges: ["about": [task]])
    let edges = try await fixture.read(.allEdges(EdgeListRequest()))
    let edge = try #require(edges["data"]?[0]?["id"]?.stringValue)
    let access = SomeAccess(
      readable: ["core.note"], writable: ["core.note"], readableEdges: ["about"],
      writableEdges: ["about"])

    #expect(try await fixture.refusal(.addTags(id: task, ["x"]), as: access) == "item_not_found")
    #expect(try await fixture.refusal(.deleteEdge(id: edge), as: access) == "edge_not_found")
    #expect(
      try await fixture.refusal(
        .createEdge(CreateEdgeInput(sourceId: note, targetId: task, edgeType: "about")),
        as: access) == "item_not_found")
    #expect(try await fixture.read(.allEdges(EdgeListRequest()), as: access)["data"] == [])
    #expect(
      try await fixture.read(.edges(from: note, EdgeListRequest()), as: access)["data"] == [])
    #expect(try await fixture.read(.item(id: note), as: access)["item"]?["edges"] == [:])
    #expect(
      try await fixture.read(.search(SearchRequest(text: "secret")), as: access)["results"] == [])
  }

  @Test func `an extension is read only with its permission`() async throws {
    let fixture = try StoreFixture()
    let id = try await fixture.note("a")
    try await fixture.write(.setExtension(id: id, namespace: "app.x", ["k": 1]))
    let access = SomeAccess(readable: ["core.note"])

    #expect(try await fixture.read(.extensions(id: id)) == ["extensions": ["app.x": ["k": 1]]])
    #expect(try await fixture.read(.extensions(id: id), as: access) == ["extensions": [:]])
    #expect(
      try await fixture.refusal(of: .extension(id: id, namespace: "app.x"), as: access)
        == "forbidden")
    #expect(
      try await fixture.read(.extension(id: id, namespace: "app.none"))
        == ["namespace": "app.none", "data": .null])
    try await fixture.write(.removeExtension(id: id, namespace: "app.x"))
    #expect(try await fixture.read(.extensions(id: id)) == ["extensions": [:]])
  }
}
