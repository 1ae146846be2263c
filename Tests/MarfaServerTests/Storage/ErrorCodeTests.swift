import MarfaModel
import MarfaServer
import Testing

@Suite(.everyStore, .timeLimit(.minutes(20))) struct ErrorCodeTests {
  private static let nobody = "01890000-0000-7000-8000-000000000000"

  /// A write that is refused, by what it is called.
  struct Case: Sendable, CustomTestStringConvertible {
    var code: String
    var name: String
    var mutation: @Sendable (_ first: String, _ second: String) -> StoreMutation
    var testDescription: String { "\(code): \(name)" }

    init(
      _ code: String, _ name: String,
      _ mutation: @escaping @Sendable (String, String) -> StoreMutation
    ) {
      self.code = code
      self.name = name
      self.mutation = mutation
    }
  }

  private static func note(
    id: String? = nil, type: String = "core.note", properties: [String: JSONValue] = ["body": ""],
    state: ItemState? = nil, timestamp: String? = nil, sourceId: String? = nil,
    tags: [String]? = nil, edges: [String: [String]]? = nil,
    attachments: [MarfaModel.Attachment]? = nil
  ) -> StoreMutation {
    .createItem(
      CreateItemInput(
        id: id, type: type, properties: properties, state: state, timestamp: timestamp,
        sourceId: sourceId, tags: tags, edges: edges, attachments: attachments))
  }

  static let cases: [Case] = [
    Case("invalid_type", "no such type") { _, _ in note(type: "user.nothing") },
    Case("invalid_id", "an id that is none") { _, _ in note(id: "1' OR '1'='1") },
    Case("invalid_properties", "a required one absent") { _, _ in note(properties: [:]) },
    Case("invalid_properties", "of another kind") { _, _ in note(properties: ["body": 1]) },
    Case("validation_error", "a state of system items") { _, _ in note(state: .revoked) },
    Case("validation_error", "a time that is none") { _, _ in note(timestamp: "yesterday") },
    Case("validation_error", "a NUL in a name") { _, _ in note(sourceId: "a\0b") },
    Case("validation_error", "a tag without letters") { _, _ in note(tags: ["--"]) },
    Case("validation_error", "an attachment without hash") { _, _ in
      note(attachments: [MarfaModel.Attachment(blobRef: "../etc/passwd", mimeType: "a/b")])
    },
    Case("item_not_found", "an edge to nothing") { _, _ in note(edges: ["about": [nobody]]) },
    Case("edge_type_not_found", "an edge of no type") { a, _ in note(edges: ["app.x": [a]]) },
    Case("item_not_found", "a patch of nothing") { _, _ in
      .patchItem(id: nobody, PatchItemBody(tier: .feed))
    },
    Case("source_id_conflict", "another item's source id") { a, _ in
      .patchItem(id: a, PatchItemBody(sourceId: "second"))
    },
    Case("invalid_properties", "a patch that takes a required one") { a, _ in
      .patchItem(id: a, PatchItemBody(properties: ["body": .null]))
    },
    Case("edge_constraint_violation", "a second parent") { a, b in
      .patchItem(id: a, PatchItemBody(edges: ["parent-of": [b, b]]))
    },
    Case("edge_cycle", "an item in itself") { a, _ in
      .createEdge(CreateEdgeInput(sourceId: a, targetId: a, edgeType: "parent-of"))
    },
    Case("edge_constraint_violation", "a second edge of the kind") { a, b in
      .createEdge(CreateEdgeInput(sourceId: a, targetId: b, edgeType: "references"))
    },
    Case("edge_type_not_found", "an edge of no type") { a, b in
      .createEdge(CreateEdgeInput(sourceId: a, targetId: b, edgeType: "nothing"))
    },
    Case("edge_not_found", "a patch of no edge") { _, _ in
      .patchEdge(id: nobody, properties: [:])
    },
    Case("edge_not_found", "a deletion of no edge") { _, _ in .deleteEdge(id: nobody) },
    Case("item_not_found", "a purge of nothing") { _, _ in .purgeItem(id: nobody) },
    Case("validation_error", "an extension without a name") { a, _ in
      .setExtension(id: a, namespace: "a..b", [:])
    },
    Case("validation_error", "an extension over 100 KB") { a, _ in
      .setExtension(
        id: a, namespace: "app.x", ["t": .string(String(repeating: "x", count: 102_400))])
    },
    Case("reserved_namespace", "a core type") { _, _ in .registerType(ItemType(id: "core.x")) },
    Case("property_shadows_field", "a field of every item") { _, _ in
      .registerType(ItemType(id: "user.x", fields: ["version": FieldDefinition(.string)]))
    },
    Case("inheritance_violation", "an inherited field") { _, _ in
      .registerType(
        ItemType(id: "user.x", parent: "core.note", fields: ["body": FieldDefinition(.string)]))
    },
    Case("core_type_immutable", "a core type's update") { _, _ in
      .updateType(ItemType(id: "core.note", version: 2))
    },
    Case("core_type_immutable", "a core type's deletion") { _, _ in
      .deleteType(id: "core.note", .forced)
    },
    Case("type_not_found", "a deletion of no type") { _, _ in
      .deleteType(id: "user.nothing", .unforced)
    },
    Case("validation_error", "a core edge type's deletion") { _, _ in
      .deleteEdgeType(id: "about")
    },
    Case("edge_type_not_found", "a deletion of no edge type") { _, _ in
      .deleteEdgeType(id: "app.nothing")
    },
    Case("bulk_confirmation_required", "a bulk purge without its word") { _, _ in
      .bulkAction(BulkAction(filters: ListFilters(), change: .purge(confirmation: "purge")))
    },
    Case("bulk_cap_exceeded", "more matches than allowed") { _, _ in
      .bulkAction(
        BulkAction(filters: ListFilters(), change: .updateTier(.feed), maximumCount: 1))
    },
    Case("validation_error", "a cap over the limit") { _, _ in
      .bulkAction(
        BulkAction(filters: ListFilters(), change: .updateTier(.feed), maximumCount: 50_001))
    },
    Case("bulk_atomic_rollback", "one bad entry") { _, _ in
      .bulkItems(
        BulkBody(entries: [
          CreateItemInput(type: "core.note", properties: ["body": "x"]),
          CreateItemInput(type: "core.note"),
        ]))
    },
    Case("webhook_not_found", "a patch of no webhook") { _, _ in
      .patchWebhook(id: nobody, PatchWebhookBody())
    },
    Case("webhook_not_found", "a deletion of no webhook") { _, _ in .deleteWebhook(id: nobody) },
  ]

  @Test(arguments: cases)
  func `a refused write has its code and leaves no trace`(refused: Case) async throws {
    let fixture = try StoreFixture()
    let second = try await fixture.note("b", sourceId: "second")
    let first = try await fixture.note("a", edges: ["references": [second]])
    _ = try await fixture.note("c", edges: ["parent-of": [second]])
    let items = try await fixture.read(.items(ItemListRequest()))
    let bounds = try await fixture.store.eventBounds()

    let code = try await fixture.refusal(refused.mutation(first, second))

    #expect(code == refused.code)
    #expect(try await fixture.read(.items(ItemListRequest())) == items)
    #expect(try await fixture.store.eventBounds() == bounds)
    #expect(try await fixture.store.check() == [])
  }

  @Test(arguments: [
    (ItemState.trashed, ItemState.archived), (.active, .revoked), (.archived, .revoked),
  ])
  func `a step that the lifecycle does not have is refused`(
    from: ItemState, to: ItemState
  ) async throws {
    let fixture = try StoreFixture()
    let id = try await fixture.note("a")
    try await fixture.write(.transitionItem(id: id, from))

    #expect(try await fixture.refusal(.transitionItem(id: id, to)) == "invalid_transition")
  }

  @Test func `types in use go only by force, and never under their subtypes`() async throws {
    let fixture = try StoreFixture()
    try await fixture.write(.registerType(ItemType(id: "user.a")))
    try await fixture.write(.registerType(ItemType(id: "user.b", parent: "user.a")))
    try await fixture.write(.createItem(CreateItemInput(type: "user.b")))

    #expect(
      try await fixture.refusal(.registerType(ItemType(id: "user.a"))) == "type_already_exists")
    #expect(
      try await fixture.refusal(.updateType(ItemType(id: "user.a", version: 3)))
        == "version_bump_mismatch")
    #expect(try await fixture.refusal(.deleteType(id: "user.a", .forced)) == "type_in_use")
    #expect(try await fixture.refusal(.deleteType(id: "user.b", .unforced)) == "type_in_use")
    #expect(try await fixture.refusal(.deleteType(id: "user.b", .forced)) == nil)
    #expect(try await fixture.read(.items(ItemListRequest())).ids.count == 1)
    #expect(try await fixture.refusal(of: .type(id: "user.b")) == "type_not_found")
  }

  @Test func `strict mode refuses properties that the type does not know`() async throws {
    let fixture = try StoreFixture()
    try await fixture.store.setSettings(SpaceSettings(refusesUnknownProperties: true))

    let error = await #expect(throws: ValidationError.self) {
      try await fixture.write(
        .createItem(CreateItemInput(type: "core.note", properties: ["body": "", "odd": 1])))
    }

    #expect(error?.code == "invalid_properties")
    #expect(error?.details?["fields"]?[0]?["code"] == "unknown_property")
  }
}
