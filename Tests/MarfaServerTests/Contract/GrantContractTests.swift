import MarfaModel
import Testing

/// Nobody grants what they lack: rights that inherit, and time.
@Suite(.everyStore, .timeLimit(.minutes(20))) struct GrantContractTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var own: JSONValue
    var wanted: JSONValue
    var status: Int
    var testDescription: String { "\(own) grants \(wanted)" }
  }

  @Test(arguments: [
    Case(
      own: ["core.file": "read", "core.file.image": "none"], wanted: ["core.file": "read"],
      status: 403),
    Case(
      own: ["core.file": "read", "core.file.image": "none"],
      wanted: ["core.file": "read", "core.file.image": "none"], status: 201),
    Case(
      own: ["*": "write", "core.file": "none"], wanted: ["core.file.image": "write"], status: 403),
    Case(
      own: ["*": "write", "core.file": "none"], wanted: ["core.note": "write"], status: 201),
    // A type of this family may come that inherits from what is closed.
    Case(own: ["*": "read", "core.note": "none"], wanted: ["app.*": "read"], status: 403),
    Case(own: ["*": "read", "core.note": "none"], wanted: ["app.later": "read"], status: 403),
    Case(
      own: ["*": "read", "app.*": "read", "core.note": "none"], wanted: ["app.*": "read"],
      status: 201),
    // A type of the closed family may come that inherits from what is granted.
    Case(own: ["core.*": "read", "app.*": "none"], wanted: ["core.note": "read"], status: 403),
    Case(
      own: ["core.*": "read", "app.*": "none"], wanted: ["core.note": "read", "app.*": "none"],
      status: 201),
  ])
  func `rights that inherit are compared down the tree of types`(given: Case) async throws {
    try await withSubject { api in
      let tenant = try await api.member([
        "role": "tenant_admin", "type_permissions": given.own,
      ])
      let source = try await api.unique("Source")

      let made = try await tenant.post(
        "/keys",
        ["label": "a", "source": .string(source), "type_permissions": given.wanted])

      #expect(made.status == given.status, "\(made.text)")
      if given.status == 403 { #expect(made.code == "forbidden") }
    }
  }

  @Test(arguments: ["tenant_admin", "admin"])
  func `a key with an end makes and widens none that lasts longer`(role: String) async throws {
    try await withSubject { api in
      let end = "2199-01-01T00:00:00.000Z"
      let later = "2199-01-02T00:00:00.000Z"
      let made = try await api.post(
        "/keys",
        [
          "label": "guest", "source": .string(try await api.unique("Guest")),
          "role": .string(role), "expires_at": .string(end),
          "type_permissions": ["core.note": "read"],
        ])
      let id: String = try #require(made.json["id"].stringValue, "\(made.text)")
      let guest = ContractAPI(subject: api.subject, key: made.json["key"].stringValue)
      let lasting = try await api.post(
        "/keys", ["label": "l", "source": .string(try await api.unique("Lasting"))])
      let other: String = try #require(lasting.json["id"].stringValue)
      func make(until end: JSONValue?) async throws -> ContractAnswer {
        var body: [String: JSONValue] = [
          "label": "made", "source": .string(try await api.unique("Made")),
        ]
        body["expires_at"] = end
        return try await guest.post("/keys", .object(body))
      }

      #expect(try await guest.patch("/keys/\(id)", ["expires_at": .string(later)]).status == 403)
      #expect(try await make(until: nil).status == 403)
      #expect(try await make(until: .string(later)).status == 403)
      #expect(try await make(until: .string(end)).status == 201)
      let widened = try await guest.patch(
        "/keys/\(other)", ["type_permissions": ["core.note": "read"]])
      #expect(widened.status == 403, "\(widened.text)")
      #expect(try await guest.patch("/keys/\(other)", ["label": "named"]).status == 200)
      #expect(try await api.patch("/keys/\(id)", ["expires_at": .string(later)]).status == 200)
    }
  }
}
