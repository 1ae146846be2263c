import Foundation
import MarfaSDK
import MarfaSDKTestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct RemoteRoutesTests {
  /// One call, what the server answers and what it must have been asked.
  struct Route: Sendable, CustomTestStringConvertible {
    let request: String
    let body: JSONValue?
    let answer: JSONValue
    let call: @Sendable (MarfaClient) async throws -> Void
    var testDescription: String { request }

    init(
      _ request: String, body: JSONValue? = nil, answer: JSONValue = ["ok": true],
      _ call: @escaping @Sendable (MarfaClient) async throws -> Void
    ) {
      self.request = request
      self.body = body
      self.answer = answer
      self.call = call
    }
  }

  private static let item = RemoteFixture.itemResponse()
  private static let metadata: JSONValue = ["metadata": RemoteFixture.metadata("i1", ["a"])]
  private static let edge: JSONValue = ["edge": RemoteFixture.edge("e1", "i1", "i2")]
  private static let bulk: JSONValue = [
    "counts": ["created": 1, "updated": 0, "skipped": 0, "errored": 0],
    "results": [["index": 0, "outcome": "created", "id": "i1"]],
  ]
  private static let key: JSONValue = [
    "id": "k1", "label": "phone", "source": "phone", "role": "member", "is_platform": false,
    "type_permissions": [:], "created_at": "2026-01-01T00:00:00.000Z", "last_used_at": nil,
    "key": "marfa_k1_secret",
  ]
  private static let webhook: JSONValue = [
    "id": "w1", "url": "http://a", "events": ["item.created"], "type_filter": nil,
    "secret": "s", "active": true, "created_at": "2026-01-01T00:00:00.000Z",
    "updated_at": "2026-01-01T00:00:00.000Z",
  ]

  static let items: [Route] = [
    Route("POST /items", body: ["type": "core.note", "properties": ["body": "x"]], answer: item) {
      let value = try await $0.items.create(
        CreateItemInput(type: "core.note", properties: ["body": "x"])
      ).id
      #expect(value == "i1")
    },
    Route("GET /items/a%2Fb%20c", answer: item) { _ = try await $0.items.get(id: "a/b c") },
    Route(
      "PATCH /items/i1", body: ["properties": ["body": "y", "title": nil], "version": 3],
      answer: item
    ) {
      try await $0.items.update(
        id: "i1", properties: ["body": "y", "title": .null], options: UpdateOptions(version: 3))
    },
    Route(
      """
      GET /items?type=core.note&state=archived&tags=a,b&edge[about]=i9&since=2026-01-01&\
      sort=timestamp&direction=asc&limit=10&cursor=c1
      """, answer: RemoteFixture.page([])
    ) {
      _ = try await $0.items.list(
        ListFilters(
          type: "core.note", state: .archived, tags: ["a", "b"], edge: ["about": "i9"],
          since: "2026-01-01", sort: .timestamp, direction: .ascending, limit: 10, cursor: "c1"))
    },
    Route("DELETE /items/i1") { try await $0.items.delete(id: "i1") },
    Route("POST /items/i1/restore", answer: item) { try await $0.items.restore(id: "i1") },
    Route("POST /items/i1/transition", body: ["state": "archived"], answer: item) {
      try await $0.items.transition(id: "i1", to: .archived)
    },
    Route("DELETE /items/i1/purge") { try await $0.items.purge(id: "i1") },
    Route("GET /items/stats", answer: ["active": 3, "archived": 1, "trashed": 0]) {
      let value = try await $0.items.stats()
      #expect(value == [.active: 3, .archived: 1, .trashed: 0])
    },
    Route(
      "POST /items/bulk",
      body: [
        "items": [["type": "core.note", "properties": [:]]], "mode": "create_only",
        "atomic": false, "emit_events": true,
      ], answer: bulk
    ) {
      let result = try await $0.items.bulk(
        [CreateItemInput(type: "core.note")], mode: .createOnly, atomic: false, emitEvents: true)
      #expect(result.counts.created == 1)
    },
    Route(
      "POST /items/bulk_action",
      body: [
        "filter": ["tags": ["a"], "filter": "(x) and edge[about] eq \"i\\\"2\""],
        "action": "update_tags", "add": ["b"], "remove": [], "dry_run": true, "max_items": 50,
      ],
      answer: [
        "matched": 4, "updated": 3, "skipped": 0, "errored": 1, "dry_run": true, "errors": [],
      ]
    ) {
      let result = try await $0.items.bulkAction(
        .updateTags(add: ["b"], remove: []),
        filters: ListFilters(tags: ["a"], filter: "x", edge: ["about": "i\"2"]), maximum: 50,
        isDryRun: true)
      #expect(
        result == BulkActionResult(matched: 4, changed: 3, errored: 1, isDryRun: true))
    },
    Route("GET /items/i1/versions", answer: ["versions": []]) {
      let value = try await $0.versions.list(id: "i1").isEmpty
      #expect(value)
    },
  ]

  static let parts: [Route] = [
    Route("GET /items/i1/metadata", answer: metadata) {
      let value = try await $0.metadata.get(id: "i1").tags
      #expect(value == ["a"])
    },
    Route("PUT /items/i1/metadata", body: ["tags": ["a"]], answer: metadata) {
      try await $0.metadata.set(id: "i1", tags: ["a"])
    },
    Route("PATCH /items/i1/metadata", body: ["tags": ["a"]], answer: metadata) {
      try await $0.metadata.patch(id: "i1", tags: ["a"])
    },
    Route("POST /items/i1/tags", body: ["tags": ["a"]], answer: metadata) {
      try await $0.metadata.addTags(id: "i1", tags: ["a"])
    },
    Route("DELETE /items/i1/tags/folder:a%2Fb", answer: metadata) {
      try await $0.metadata.removeTag(id: "i1", tag: "folder:a/b")
    },
    Route("GET /metadata/tags", answer: ["tags": [["tag": "a", "count": 2]]]) {
      let value = try await $0.metadata.listTags()
      #expect(value == [TagWithCount(tag: "a", count: 2)])
    },
    Route("GET /items/i1/extensions", answer: ["extensions": ["app.a": ["x": 1]]]) {
      let value = try await $0.extensions.list(id: "i1")
      #expect(value == ["app.a": ["x": 1]])
    },
    Route("GET /items/i1/extensions/app.a", answer: ["namespace": "app.a", "data": nil]) {
      let value = try await $0.extensions.get(id: "i1", namespace: "app.a")
      #expect(value == nil)
    },
    Route("PUT /items/i1/extensions/app.a", body: ["x": 1], answer: ["extensions": [:]]) {
      try await $0.extensions.set(id: "i1", namespace: "app.a", data: ["x": 1])
    },
    Route("DELETE /items/i1/extensions/app.a", answer: ["extensions": [:]]) {
      try await $0.extensions.remove(id: "i1", namespace: "app.a")
    },
    Route(
      "POST /edges", body: ["source_id": "i1", "target_id": "i2", "edge_type": "about"],
      answer: edge
    ) {
      let input = CreateEdgeInput(id: "mine", sourceId: "i1", targetId: "i2", edgeType: "about")
      let value = try await $0.edges.create(input).id
      #expect(value == "e1")
    },
    Route("PATCH /edges/e1", body: ["properties": ["x": 1]], answer: edge) {
      try await $0.edges.update(id: "e1", properties: ["x": 1])
    },
    Route("DELETE /edges/e1") { try await $0.edges.delete(id: "e1") },
    Route("GET /edges?edge_type=about,references&limit=5", answer: RemoteFixture.page([])) {
      _ = try await $0.edges.list(EdgeFilters(edgeTypes: ["about", "references"], limit: 5))
    },
    Route("GET /items/i1/edges?edge_type=about&limit=500", answer: RemoteFixture.page([])) {
      _ = try await $0.edges.list(EdgeFilters(sourceId: "i1", edgeTypes: ["about"]))
    },
    Route("GET /items/i2/backrefs?limit=3", answer: RemoteFixture.page([])) {
      _ = try await $0.edges.backrefs(to: "i2", limit: 3)
    },
    Route(
      "GET /edges/types", answer: ["edge_types": [["id": "x.y", "cardinality": "many-to-many"]]]
    ) {
      let value = try await $0.edges.types().map(\.id)
      #expect(value == ["x.y"])
    },
  ]

  static let others: [Route] = [
    Route(
      "GET /search?q=rye bread&type=core.note&limit=5&offset=10",
      answer: [
        "results": [
          [
            "item": RemoteFixture.item("i1", ["title": "Rye", "body": "x"]),
            "metadata": RemoteFixture.metadata("i1", ["pinned"]), "relevance_score": 2.5,
            "snippet_html": "a &lt;<mark>rye</mark>", "snippet": "a <rye",
          ]
        ]
      ]
    ) {
      let found = try await $0.search(
        query: "rye bread", filters: ListFilters(type: "core.note", limit: 5), offset: 10)
      #expect(found.hits.map(\.summary.title) == ["Rye"])
      #expect(found.hits.first?.summary.isPinned == true)
      #expect(found.hits.first?.snippet == "a <\u{2}rye\u{3}")
      #expect(found.hits.first?.score == 2.5)
      #expect(!found.hasMore)
    },
    Route("GET /blobs/sha256:ab/url?ttl=3600", answer: ["url": "http://b/ab", "expires_in": 1]) {
      let value = try await $0.blobs.url("sha256:ab")
      #expect(value == "http://b/ab")
    },
    Route("HEAD /blobs/sha256:ab") {
      let value = try await $0.blobs.exists("sha256:ab")
      #expect(value)
    },
    Route("GET /types", answer: [["id": "user.recipe", "fields": [:], "version": 2]]) {
      let value = try await $0.types.list().map(\.version)
      #expect(value == [2])
    },
    Route("GET /types/user.recipe", answer: ["id": "user.recipe", "fields": [:]]) {
      let value = try await $0.types.get(id: "user.recipe").id
      #expect(value == "user.recipe")
    },
    Route("POST /types", answer: ["type": ["id": "user.recipe", "fields": [:]]]) {
      try await $0.types.register(ItemType(id: "user.recipe"))
    },
    Route("PUT /types/user.recipe", answer: ["type": ["id": "user.recipe", "fields": [:]]]) {
      try await $0.types.update(ItemType(id: "user.recipe", version: 2))
    },
    Route("DELETE /types/user.recipe?force=true") {
      try await $0.types.delete(id: "user.recipe", isForced: true)
    },
    Route("GET /keys", answer: ["keys": [key]]) {
      let value = try await $0.keys.list().map(\.label)
      #expect(value == ["phone"])
    },
    Route("POST /keys", body: ["label": "phone", "source": "phone"], answer: key) {
      let created = try await $0.keys.create(CreateKeyBody(label: "phone", source: "phone"))
      #expect(created.key == "marfa_k1_secret")
    },
    Route("PATCH /keys/k1", body: ["label": "tablet"], answer: key) {
      try await $0.keys.update(id: "k1", PatchKeyBody(label: "tablet"))
    },
    Route("DELETE /keys/k1") { try await $0.keys.delete(id: "k1") },
    Route("GET /webhooks", answer: ["webhooks": [webhook]]) {
      let value = try await $0.webhooks.list().map(\.secret)
      #expect(value == ["s"])
    },
    Route("GET /webhooks/w1", answer: webhook) {
      let value = try await $0.webhooks.get(id: "w1").url
      #expect(value == "http://a")
    },
    Route(
      "POST /webhooks", body: ["url": "http://a", "events": ["item.created"]], answer: webhook
    ) {
      try await $0.webhooks.create(CreateWebhookBody(url: "http://a", events: ["item.created"]))
    },
    Route("PATCH /webhooks/w1", body: ["active": false], answer: webhook) {
      try await $0.webhooks.update(id: "w1", PatchWebhookBody(active: false))
    },
    Route("DELETE /webhooks/w1") { try await $0.webhooks.delete(id: "w1") },
    Route(
      "GET /webhooks/w1/deliveries",
      answer: [
        "deliveries": [
          [
            "id": "d1", "event": "item.created", "status": "failed", "attempts": 7,
            "response_code": 500, "created_at": "2026-01-01T00:00:00.000Z",
          ]
        ]
      ]
    ) {
      let value = try await $0.webhooks.deliveries(id: "w1").map(\.responseCode)
      #expect(value == [500])
    },
  ]

  @Test(arguments: items + parts + others)
  func `a call is the documented request, and its answer is read`(route: Route) async throws {
    let fixture = RemoteFixture()
    fixture.transport.enqueue(json: route.answer)

    try await route.call(fixture.client)

    #expect(fixture.calls == [route.request])
    let request = try #require(fixture.transport.requests.first)
    if let body = route.body { #expect(request.json == body) }
    let isReading = request.method == "GET" || request.method == "HEAD"
    #expect((request.headers["Idempotency-Key"] == nil) == isReading)
    #expect(request.headers["Content-Type"] == (request.body == nil ? nil : "application/json"))
  }
}
