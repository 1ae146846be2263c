import Documents
import MarfaModel
import MarfaServer
import Testing

/// `/documents` over HTTP, on both stores.
@Suite(.everyStore, .timeLimit(.minutes(20))) struct DocumentContractTests {
  /// A client of documents that speaks HTTP.
  private struct Client {
    let api: ContractAPI
    var bench: BenchClient

    init(_ api: ContractAPI, _ key: String) async throws {
      self.api = api
      let answer = try await api.post("/documents/clients", ["client_key": "test"])
      try #require(answer.status == 201, "\(answer.text)")
      let id: String = try #require(answer.json["client_id"].stringValue)
      bench = BenchClient(id: id, replica: try BenchClient.replica(key, id))
    }

    /// The bare answer to what it has to send.
    func send(
      _ verb: String, _ query: String = "", headers: [String: String] = [:]
    ) async throws -> ContractAnswer {
      try await api.send(
        ContractRequest(
          "POST", "/documents/\(bench.replica.key)/\(verb)?client=\(bench.id)\(query)",
          headers: headers, body: bench.replica.pack().encoded()))
    }

    mutating func exchange(_ verb: String, _ query: String = "") async throws {
      let answer = try await send(verb, query)
      try #require(answer.status == 200, "\(answer.text)")
      #expect(answer.headers["content-type"] == "application/octet-stream")
      _ = try bench.replica.apply(ChangePack(decoding: answer.body))
    }
  }

  @Test func `the server says that it has documents, and their limits`() async throws {
    try await withServer { server in
      let answer = try await server.admin.get("/capabilities").json

      #expect(answer["documents"] == true)
      #expect(answer["limits"]["document_bytes"].integerValue ?? 0 > 0)
      #expect(answer["limits"]["document_pack_bytes"].integerValue ?? 0 > 0)
    }
  }

  @Test func `two clients edit one document, whose root is JSON`() async throws {
    try await withSubject { api in
      let key = try await api.unique("doc-")
      var c1 = try await Client(api, key)
      var c2 = try await Client(api, key)
      try c1.bench.begin("hello")
      try await c1.exchange("attach")
      try await c2.exchange("attach")
      try c2.bench.append(" world")
      try await c2.exchange("sync")
      try await c1.exchange("sync")

      let read = try await api.get("/documents/\(key)")

      let root = try JSONParser.parse(c1.bench.replica.toJSON().utf8)
      #expect(c1.bench.text == "hello world")
      #expect(read.status == 200)
      #expect(read.json["key"] == .string(key))
      #expect(read.json["item_id"].isNull)
      #expect(read.json["server_sequence"] == 2)
      #expect(read.json["root"] == root)
      try await c2.exchange("detach")
      #expect(try await c2.send("sync").code == "document_not_attached")
      #expect(try await api.delete("/documents/clients/\(c1.bench.id)").json["ok"] == true)
      #expect(try await c1.send("sync").code == "client_not_active")
      #expect(try await api.delete("/documents/\(key)").json["ok"] == true)
      #expect(try await api.get("/documents/\(key)").code == "document_not_found")
    }
  }

  @Test func `a push alone, and an answer for a person`() async throws {
    try await withSubject { api in
      let key = try await api.unique("doc-")
      var c1 = try await Client(api, key)
      try c1.bench.begin()
      try await c1.exchange("attach")
      try c1.bench.append("x")
      try await c1.exchange("sync", "&mode=push")

      let json = try await c1.send("sync", headers: ["accept": "application/json"])

      #expect(c1.bench.replica.localChanges.isEmpty)
      #expect(json.json["key"] == .string(key))
      #expect(json.json["client_sequence"] == 2 && json.json["server_sequence"] == 2)
      #expect(json.json["changes"] == 0 && json.json["is_removed"] == false)
    }
  }

  @Test func `a bound document and its item are one text`() async throws {
    try await withSubject { api in
      let item = try await api.note("one two three")
      let key = try await api.unique("doc-")
      var c1 = try await Client(api, key)
      try await c1.exchange("attach", "&item_id=\(item.uppercased())&field=body")
      try c1.bench.append(" four")
      try await c1.exchange("sync")

      let patched = try await api.patch(
        "/items/\(item)", ["properties": ["body": "one 2 three"], "version": 1])
      try await c1.exchange("sync")

      #expect(patched.json["item"]["properties"]["body"] == "one 2 three four")
      #expect(c1.bench.text == "one 2 three four")
      let read = try await api.get("/documents/\(key)").json
      #expect(read["item_id"] == .string(item) && read["field"] == "body")
    }
  }

  @Test func `a body that is no request is refused with its reason`() async throws {
    try await withSubject { api in
      let key = try await api.unique("doc-")
      let client = try await Client(api, key)
      let id = client.bench.id
      func refusal(_ path: String, _ body: [UInt8] = []) async throws -> String {
        let answer = try await api.send(ContractRequest("POST", "/documents/\(path)", body: body))
        return "\(answer.status) \(answer.code ?? "")"
      }

      #expect(try await refusal("\(key)/attach") == "400 missing_required_field")
      #expect(try await refusal("\(key)/attach?client=none") == "404 client_not_active")
      #expect(
        try await refusal("\(key)/attach?client=\(id)&item_id=x") == "400 missing_required_field")
      #expect(try await refusal("\(key)/attach?client=\(id)&colour=x") == "400 validation_error")
      #expect(try await refusal("\(key)/sync?client=\(id)&mode=pull") == "400 validation_error")
      #expect(try await refusal("\(key)/sync?client=\(id)") == "409 document_not_attached")
      #expect(try await refusal("abc/attach?client=\(id)") == "400 validation_error")
      #expect(try await refusal("\(key)/attach?client=\(id)", [1, 2, 3]) == "400 validation_error")
      let large = [UInt8](repeating: 0, count: (2 << 20) + 1)
      #expect(try await refusal("\(key)/attach?client=\(id)", large) == "413 document_too_large")
      let nobody = ContractAPI(subject: api.subject, key: nil)
      #expect(try await nobody.get("/documents/\(key)").status == 401)
      #expect(try await api.post("/documents/clients", ["client_key": ""]).status == 400)
      #expect(try await api.send(ContractRequest("HEAD", "/documents/watch")).status == 405)
    }
  }

  @Test func `rights are those of the item, and of the key's names of documents`() async throws {
    try await withSubject { api in
      let item = try await api.note("text")
      let key = try await api.unique("doc-")
      var writer = try await Client(api, key)
      try await writer.exchange("attach", "&item_id=\(item)&field=body")
      let reader = try await api.member(["type_permissions": ["core.note": "read"]])
      let named = try await api.member(["document_permissions": ["*": "write"]])

      var c1 = try await Client(reader, key)
      try await c1.exchange("attach")
      try c1.bench.append("x")
      let edited = try await c1.send("sync")
      let hidden = try await named.get("/documents/\(key)")
      var c2 = try await Client(named, try await api.unique("free-"))
      try c2.bench.begin("mine")
      try await c2.exchange("attach")
      let c3 = try await Client(reader, try await api.unique("free-"))

      #expect(c1.bench.text == "textx")
      #expect(edited.status == 403 && edited.code == "type_not_permitted")
      #expect(hidden.status == 404)
      #expect(try await c3.send("attach").status == 404)
    }
  }

  @Test func `people who type are not refused by the rate of other routes`() async throws {
    var setup = TestServer.Setup()
    setup.clock = ManualWallClock(Timestamp(milliseconds: 1_800_000_000_000))
    setup.settings.rateLimits = RateLimitSettings(requests: 2)
    setup.settings.rateLimits.documentRequests = 20
    try await withServer(setup) { server in
      var c1 = try await Client(server.admin, "document")
      try c1.bench.begin()
      try await c1.exchange("attach")
      for _ in 0..<18 {
        try c1.bench.append("x")
        try await c1.exchange("sync")
      }

      let answer = try await c1.send("sync")

      #expect(answer.status == 429 && answer.code == "rate_limited")
    }
  }
}
