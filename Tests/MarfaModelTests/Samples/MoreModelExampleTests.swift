import MarfaModel
import TestSupport
import Testing

/// More examples in the documentation of the module's types.
@Suite(.timeLimit(.minutes(20))) struct MoreModelExampleTests {
  @Test func `the example of ItemOrigin holds`() {
    let origin = ItemOrigin(name: "Garden", path: "beds/rye.md")

    #expect(origin.path == "beds/rye.md")
  }

  @Test func `the example of CreateItemInput holds`() {
    let input = CreateItemInput(
      type: "core.note", properties: ["title": "Rye", "body": "Flour, water"], tags: ["bread"])

    #expect(input.tags == ["bread"])
  }

  @Test func `the example of CreateEdgeInput holds`() {
    let link = CreateEdgeInput(sourceId: "a", targetId: "b", edgeType: "about")

    #expect(link.properties == nil)
  }

  @Test func `the example of EdgeType holds`() {
    let isBakedIn = EdgeType(id: "user.baked-in", cardinality: .manyToOne)
    let limit = isBakedIn.cardinality.limitsSource  // one oven for each bread

    #expect(limit)
  }

  @Test func `the example of ListFilters holds`() {
    let filters = ListFilters(type: "core.note", tags: ["bread"], sort: .updatedAt, limit: 50)

    #expect(filters.direction == .descending)
  }

  @Test func `the example of FilterExpression holds`() throws {
    let filter = try FilterExpression(parsing: #"properties.title eq "Rye""#)

    #expect(filter != .not(filter))
  }

  @Test func `the example of ErrorEnvelope holds`() {
    let envelope = ErrorEnvelope(
      NotFoundError(code: ErrorCode.itemNotFound, message: "The item is not here."))
    let code = envelope.error.code

    #expect(code == "item_not_found")
  }

  @Test func `the example of SearchDates holds`() {
    let dates = SearchDates(now: Timestamp(milliseconds: 0))
    let january = dates.range("1970-01")

    #expect(january?.text == "1970-01")
  }

  @Test func `the example of LetterFold holds`() {
    let folded = LetterFold.fold("Smørrebrød")

    #expect(!folded.contains("ø"))
  }

  @Test func `the example of ScriptKind holds`() {
    let needsPieces = ScriptKind.hasTextWithoutSpaces("漢字")

    #expect(needsPieces)
  }

  @Test func `the example of ItemRules holds`() {
    let isBlob = ItemRules.isBlobReference("sha256:" + String(repeating: "a", count: 64))

    #expect(isBlob)
  }

  @Test func `the example of MutationBodies holds`() {
    let batch = MutationBatchBody(mutations: [
      .init(id: "m1", method: "DELETE", path: "/items/a")
    ])

    #expect(batch.mutations.count == 1)
  }

  @Test func `the example of WebhookBodies holds`() {
    let hook = CreateWebhookBody(url: "https://example.org/hook", events: ["item.created"])

    #expect(hook.events.count == 1)
  }

  @Test func `the example of ConflictRules holds`() {
    let fields = ConflictRules.conflictingFields(
      patch: ["title": "Rye"], current: ["title": "Wheat"], ancestor: ["title": "Bread"])

    #expect(fields == ["title"])
  }

  @Test func `the example of EdgeRules holds`() throws {
    let rules = EdgeRules(itemTypes: CoreTypes.registry)
    let about = try rules.edgeType("about")

    #expect(about.id == "about")
  }

  @Test func `the example of TypeRegistry holds`() {
    let types = TypeRegistry([
      ItemType(id: "user.food", fields: ["name": FieldDefinition(.string)]),
      ItemType(id: "user.food.bread", parent: "user.food"),
    ])
    let inherited = types["user.food.bread"]?.fields.keys.sorted()

    #expect(inherited == ["name"])
  }

  @Test func `the example of FieldDefinition holds`() {
    let rating = FieldDefinition(.string, searchable: false, enumValues: ["good", "best"])

    #expect(rating.enumValues?.count == 2)
  }

  @Test func `the example of CoreTypes holds`() {
    let ofTask = CoreTypes.registry["core.task"]
    let isKnown = ofTask?.fields["title"] != nil

    #expect(isKnown)
  }

  @Test func `the example of FilterEvaluation holds`() throws {
    let now = "2026-11-28T04:00:00.000Z"
    let rye = Item(
      id: "a", type: "core.note", properties: ["title": "Rye"], timestamp: now, createdAt: now,
      updatedAt: now)
    let fits = try FilterExpression(parsing: #"properties.title eq "Rye""#)
      .matches(FilterSubject(item: rye, tags: ["bread"]))

    #expect(fits)
  }

  @Test func `the example of EdgeLookup holds`() throws {
    let known = EdgeList(itemTypes: ["a": "core.note", "b": "core.note"])
    try EdgeRules(itemTypes: CoreTypes.registry).validate(
      CreateEdgeInput(sourceId: "a", targetId: "b", edgeType: "about"), in: known)

    #expect(known.edges.isEmpty)
  }

  @Test func `the example of APIKey holds`() {
    let maps = PermissionMaps(types: ["core.*": .read, "core.note": .write])

    #expect(maps.types.count == 2)
  }

  @Test func `the example of KeyBodies holds`() {
    let forPhone = CreateKeyBody(label: "Phone", source: "phone")

    #expect(forPhone.role == nil)
  }

  @Test func `the example of ValidationError holds`() {
    let refusal: any MarfaError = ValidationError(message: "A note needs a text.")
    let status = refusal.status

    #expect(status == 400)
  }
}
