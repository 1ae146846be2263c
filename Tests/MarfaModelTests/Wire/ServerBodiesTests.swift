import Foundation
import MarfaModel
import Testing

@Suite(.timeLimit(.minutes(20))) struct ServerBodiesTests {
  private static let time = "2026-11-21T01:30:18.123Z"

  private func json(_ value: some Encodable) throws -> JSONValue {
    try JSONParser.parse(JSONEncoder().encode(value))
  }

  private func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(text.utf8))
  }

  @Test func `a key shows its maps and says that it was never used`() throws {
    let key = APIKey(
      id: "k", label: "phone", source: "Phone", role: .tenantAdmin,
      permissions: PermissionMaps(types: ["core.*": .write]), createdAt: Self.time)

    let value = try json(key)

    #expect(
      value == [
        "id": "k", "label": "phone", "source": "Phone", "role": "tenant_admin",
        "default_tier": nil, "is_platform": false, "type_permissions": ["core.*": "write"],
        "extension_permissions": [:], "edge_permissions": [:], "metadata_permissions": [:],
        "document_permissions": [:], "created_at": .string(Self.time), "last_used_at": nil,
      ])
    #expect(try decode(APIKey.self, JSONWriter.string(of: value)) == key)
  }

  @Test func `the older name of a role is understood`() throws {
    let body = try decode(
      CreateKeyBody.self, #"{"label": "a", "source": "b", "role": "workspace_admin"}"#)

    #expect(body.role == .tenantAdmin)
  }

  @Test func `an unknown role is refused`() {
    #expect(throws: DecodingError.self) {
      try decode(CreateKeyBody.self, #"{"label": "a", "source": "b", "role": "king"}"#)
    }
  }

  @Test func `the secret is among the fields of a new key`() throws {
    let created = CreatedKeyResponse(
      description: APIKey(id: "k", label: "a", source: "b", createdAt: Self.time),
      key: "marfa_k1_x")

    let value = try json(created)

    #expect(value.objectValue?["key"] == "marfa_k1_x")
    #expect(value.objectValue?["label"] == "a")
    #expect(try decode(CreatedKeyResponse.self, JSONWriter.string(of: value)) == created)
  }

  @Test func `a patch of a key replaces whole maps and leaves the others`() {
    let key = APIKey(
      id: "k", label: "a", source: "b",
      permissions: PermissionMaps(types: ["core.note": .read], edges: ["about": .write]),
      createdAt: Self.time)

    let patched = PatchKeyBody(label: "c", typePermissions: ["*": .write]).applied(to: key)

    #expect(patched.label == "c")
    #expect(patched.permissions.types == ["*": .write])
    #expect(patched.permissions.edges == ["about": .write])
  }

  @Test(arguments: [
    #"{"action":"transition","filter":{"type":"core.note"},"state":"archived"}"#,
    #"{"action":"purge","confirm":"PURGE","filter":{"state":"trashed"}}"#,
    #"{"action":"update_tags","add":["a"],"filter":{"tags":["b"]},"remove":[]}"#,
    #"{"action":"update_tier","dry_run":true,"filter":{},"tier":"feed"}"#,
    #"{"action":"update_properties","filter":{"tier":"feed"},"properties":{"a":null}}"#,
    #"{"action":"update_timestamp","filter":{"source":"x"},"timestamp":"2026-01-01"}"#,
  ])
  func `a bulk action is written as it was read`(text: String) throws {
    let body = try decode(BulkActionBody.self, text)

    #expect(JSONWriter.string(of: try json(body)) == text)
  }

  @Test func `a transition without its state is refused`() {
    #expect(throws: DecodingError.self) {
      try decode(BulkActionBody.self, #"{"action": "transition", "filter": {}}"#)
    }
  }

  @Test func `the fast form of a search is that of its Codable conformance`() throws {
    let item = Item(
      id: "i", type: "core.note", properties: ["body": "x"], timestamp: Self.time,
      createdAt: Self.time, updatedAt: Self.time)
    let response = SearchResponse(results: [
      SearchResult(
        item: item, metadata: Metadata(itemId: "i", tags: ["t"]), relevanceScore: 1.5,
        snippetHTML: "<b>x</b>", snippet: "x")
    ])

    let fast = try JSONParser.parse(response.jsonBytes())

    #expect(fast == (try json(response)))
    #expect(try SearchResponse(json: fast) == response)
  }
}
