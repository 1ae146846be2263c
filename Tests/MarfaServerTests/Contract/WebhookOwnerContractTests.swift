import MarfaModel
import Testing

/// Whose rights decide what a webhook gets: those of who chose where it posts to.
@Suite(.everyStore, .timeLimit(.minutes(20))) struct WebhookOwnerContractTests {
  @Test func `changing anything but the url does not make one its maker`() async throws {
    try await withSubject { api in
      let key = try await api.post(
        "/keys",
        [
          "label": "t", "source": .string(try await api.unique("Tenant")),
          "role": "tenant_admin", "type_permissions": ["core.task": "read"],
        ])
      let keyId: String = try #require(key.json["id"].stringValue, "\(key.text)")
      let tenant = ContractAPI(subject: api.subject, key: key.json["key"].stringValue)
      let url: JSONValue = "http://hooks.example/mine"
      let made = try await tenant.post("/webhooks", ["url": url, "events": ["item.created"]])
      let id: String = try #require(made.json["id"].stringValue, "\(made.text)")
      func owner(after patch: JSONValue) async throws -> String? {
        let answer = try await api.patch("/webhooks/\(id)", patch)
        #expect(answer.status == 200, "\(answer.text)")
        return answer.json["owner_id"].stringValue
      }

      #expect(try await owner(after: ["active": true]) == keyId)
      #expect(try await owner(after: ["events": ["*"], "secret": "other"]) == keyId)
      #expect(try await owner(after: ["url": url]) == keyId)
      #expect(try await owner(after: ["url": "http://hooks.example/ours"]) != keyId)
      _ = try await api.delete("/webhooks/\(id)")
    }
  }

  @Test func `a webhook whose maker is gone is taken over by naming its url`() async throws {
    try await withSubject { api in
      let key = try await api.post(
        "/keys",
        [
          "label": "t", "source": .string(try await api.unique("Tenant")), "role": "tenant_admin",
        ])
      let keyId: String = try #require(key.json["id"].stringValue, "\(key.text)")
      let tenant = ContractAPI(subject: api.subject, key: key.json["key"].stringValue)
      let url: JSONValue = "http://hooks.example/left"
      let made = try await tenant.post("/webhooks", ["url": url, "events": ["item.created"]])
      let id: String = try #require(made.json["id"].stringValue, "\(made.text)")
      #expect(try await api.delete("/keys/\(keyId)").status == 200)

      let switched = try await api.patch("/webhooks/\(id)", ["active": true])
      let named = try await api.patch("/webhooks/\(id)", ["active": true, "url": url])

      #expect(switched.json["owner_id"] == .string(keyId), "\(switched.text)")
      #expect(named.status == 200 && named.json["owner_id"] != .string(keyId), "\(named.text)")
      _ = try await api.delete("/webhooks/\(id)")
    }
  }
}
