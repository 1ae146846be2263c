import MarfaModel
import MarfaServer
import Testing

@Suite(.everyStore, .timeLimit(.minutes(20))) struct EdgeRequestTests {
  private func edge(
    _ fixture: StoreFixture, _ source: String, _ type: String, _ target: String,
    _ properties: [String: JSONValue]? = nil
  ) async throws -> String {
    let answer = try await fixture.write(
      .createEdge(
        CreateEdgeInput(
          sourceId: source, targetId: target, edgeType: type, properties: properties)))
    return try #require(answer["edge"]?["id"]?.stringValue)
  }

  @Test func `an edge is made, changed and deleted`() async throws {
    let fixture = try StoreFixture()
    let source = try await fixture.note("s")
    let target = try await fixture.note("t")
    let id = try await edge(fixture, source, "in-thread", target, ["position": 1, "x": "y"])

    let patched = try await fixture.write(
      .patchEdge(id: id, properties: ["position": 2, "x": .null]))

    #expect(patched["edge"]?["properties"] == ["position": 2])
    #expect(patched["edge"]?["source_id"] == .string(source))
    #expect(
      try await fixture.refusal(.patchEdge(id: id, properties: ["position": "two"]))
        == "invalid_properties")
    #expect(
      try await fixture.read(.backrefs(to: target, EdgeListRequest()))["data"]
        == .array([patched["edge"] ?? .null]))
    try await fixture.write(.deleteEdge(id: id))
    #expect(try await fixture.read(.allEdges(EdgeListRequest()))["data"] == [])
    #expect(try await fixture.refusal(.deleteEdge(id: id)) == "edge_not_found")
  }

  @Test(arguments: [
    ("in-thread", ["ab", "ac"], "edge_constraint_violation" as String?),
    ("parent-of", ["ac", "bc"], "edge_constraint_violation"),
    ("supersedes", ["ab", "ac"], "edge_constraint_violation"),
    ("supersedes", ["ac", "bc"], "edge_constraint_violation"),
    ("supersedes", ["ab", "bc", "ca"], "edge_cycle"),
    ("parent-of", ["ab", "bc", "ca"], "edge_cycle"),
    (
      "about", ["ab", "bc", "ca", "ab"],
      "edge_constraint_violation"
    ), ("references", ["ab", "bc", "ca"], nil),
  ])
  func `the last edge of a row is judged by the rules of its type`(
    type: String, pairs: [String], code: String?
  ) async throws {
    let fixture = try StoreFixture()
    var ids: [Character: String] = [:]
    for name in "abc" { ids[name] = try await fixture.note(String(name)) }
    let inputs = pairs.map { pair in
      CreateEdgeInput(
        sourceId: ids[pair.first ?? "a"] ?? "", targetId: ids[pair.last ?? "a"] ?? "",
        edgeType: type)
    }
    for input in inputs.dropLast() { try await fixture.write(.createEdge(input)) }

    let last = try #require(inputs.last)
    #expect(try await fixture.refusal(.createEdge(last)) == code)
  }

  @Test func `an edge type joins only the types that it names`() async throws {
    let fixture = try StoreFixture()
    try await fixture.write(
      .registerEdgeType(
        EdgeType(
          id: "app.shops-for", sourceTypeConstraints: ["core.task"],
          targetTypeConstraints: ["core.file"],
          propertySchema: ["amount": FieldDefinition(.integer, required: true)])))
    let note = try await fixture.note("n")
    let made = try await fixture.write(
      .createItem(CreateItemInput(type: "core.task", properties: ["title": "t"])))
    let task = try #require(made["item"]?["id"]?.stringValue)
    let hash = "sha256:" + String(repeating: "0", count: 64)
    let image = try await fixture.write(
      .createItem(
        CreateItemInput(type: "core.file.image", properties: ["blob_ref": .string(hash)])))
    let file = try #require(image["item"]?["id"]?.stringValue)
    func refusal(_ source: String, _ target: String, _ amount: JSONValue?) async throws -> String? {
      try await fixture.refusal(
        .createEdge(
          CreateEdgeInput(
            sourceId: source, targetId: target, edgeType: "app.shops-for",
            properties: amount.map { ["amount": $0] })))
    }

    #expect(try await refusal(note, file, 1) == "edge_constraint_violation")
    #expect(try await refusal(task, note, 1) == "edge_constraint_violation")
    #expect(try await refusal(task, file, nil) == "invalid_properties")
    #expect(try await refusal(task, file, 1) == nil)
    #expect(
      try await fixture.refusal(.registerEdgeType(EdgeType(id: "app.shops-for"))) == "conflict")
    #expect(try await fixture.refusal(.deleteEdgeType(id: "app.shops-for")) == "type_in_use")
    try await fixture.write(.purgeItem(id: task))
    #expect(try await fixture.refusal(.deleteEdgeType(id: "app.shops-for")) == nil)
  }

  @Test func `edges are listed by type in pages, oldest first`() async throws {
    let fixture = try StoreFixture()
    let hub = try await fixture.note("hub")
    var wanted: [String] = []
    for number in 0..<7 {
      let note = try await fixture.note("\(number)")
      wanted.append(try await edge(fixture, hub, number % 2 == 0 ? "about" : "references", note))
    }
    var found: [String] = []
    var request = EdgeListRequest(edgeTypes: ["about", "references"], limit: 3)
    for _ in 0..<3 {
      let page = try await fixture.read(.allEdges(request))
      found += page.ids
      request.cursor = page["cursor"]?.stringValue
    }

    #expect(found == wanted)
    #expect(request.cursor == nil)
    let about = try await fixture.read(.edges(from: hub, EdgeListRequest(edgeTypes: ["about"])))
    #expect(about.ids == [wanted[0], wanted[2], wanted[4], wanted[6]])
    #expect(
      try await fixture.refusal(of: .allEdges(EdgeListRequest(limit: 501))) == "validation_error")
    let many = (0..<11).map { "app.t\($0)" }
    #expect(
      try await fixture.refusal(of: .allEdges(EdgeListRequest(edgeTypes: many)))
        == "validation_error")
  }

  @Test func `a patch replaces the edges of the types that it names, and no others`()
    async throws
  {
    let fixture = try StoreFixture()
    let first = try await fixture.note("1")
    let second = try await fixture.note("2")
    let id = try await fixture.note(
      "a", edges: ["about": [first], "references": [first, second]])
    let before = fixture.toldEvents.count

    let answer = try await fixture.write(
      .patchItem(id: id, PatchItemBody(edges: ["about": [second], "references": [first, second]])))

    func targets(_ type: String) -> [String?]? {
      answer["item"]?["edges"]?[type]?["edges"]?.arrayValue?.map { $0["target_id"]?.stringValue }
    }
    #expect(targets("about") == [second])
    #expect(targets("references") == [first, second])
    #expect(fixture.toldEvents.dropFirst(before).map(\.name) == [.edgeDeleted, .edgeCreated])
  }
}
