import MarfaModel
import NIOCore
import Testing

@testable import MarfaServer

/// What a restore takes and what it refuses, line by line.
@Suite(.timeLimit(.minutes(20))) struct ArchiveRecordTests {
  private static let id = "01930000-0000-7000-8000-000000000001"
  private static let other = "01930000-0000-7000-8000-000000000002"
  private static let time = "2026-01-02T03:04:05.000Z"

  private static func archive(
    _ records: [JSONValue], manifest: JSONValue? = nil
  ) throws -> [UInt8] {
    var lines: [UInt8] = []
    for record in records { lines += JSONWriter.bytes(of: record, order: .sorted) + [10] }
    var files: [(String, [UInt8])] = [(ArchiveExport.recordsName, lines)]
    if let manifest {
      files.append((ArchiveExport.manifestName, JSONWriter.bytes(of: manifest, order: .sorted)))
    }
    var bytes: [UInt8] = []
    for (name, content) in files {
      let header = TarHeader(name: name, size: Int64(content.count))
      bytes += header.block.readableBytesView
      bytes += content + [UInt8](repeating: 0, count: header.padding)
    }
    return try GzipStream.whole(.compress, bytes + TarHeader.end.readableBytesView)
  }

  private static func item(_ id: String = id, _ change: [String: JSONValue] = [:]) -> JSONValue {
    var item: [String: JSONValue] = [
      "id": .string(id), "type": "core.note", "properties": ["body": "text"], "state": "active",
      "tier": "library", "version": 2, "schema_version": 1, "source": "S",
      "timestamp": .string(time), "created_at": .string(time), "updated_at": .string(time),
    ]
    item.merge(change) { _, new in new }
    return record(.object(item))
  }

  private static func record(
    _ item: JSONValue, _ change: [String: JSONValue] = [:]
  ) -> JSONValue {
    let id = item.objectValue?["id"] ?? .null
    var value: [String: JSONValue] = [
      "item": item, "metadata": ["item_id": id, "tags": ["a"], "extensions": [:]],
      "versions": [version()],
    ]
    value.merge(change) { _, new in new }
    return ["kind": "item", "value": .object(value)]
  }

  private static func version(_ change: [String: JSONValue] = [:]) -> JSONValue {
    var version: [String: JSONValue] = [
      "id": .string(other), "item_id": .string(id), "version": 1, "properties": ["body": "t"],
      "created_at": .string(time),
    ]
    version.merge(change) { _, new in new }
    return .object(version)
  }

  private static func edge(_ change: [String: JSONValue] = [:]) -> JSONValue {
    var edge: [String: JSONValue] = [
      "id": "01930000-0000-7000-8000-0000000000e1", "source_id": .string(id),
      "target_id": .string(other), "edge_type": "about", "properties": [:],
      "created_at": .string(time), "updated_at": .string(time),
    ]
    edge.merge(change) { _, new in new }
    return ["kind": "edge", "value": .object(edge)]
  }

  private static func restore(
    _ archive: [UInt8], _ api: ContractAPI
  ) async throws -> ContractAnswer {
    try await api.send(ContractRequest("POST", "/admin/restore-archive", body: archive))
  }

  struct Bad: Sendable, CustomTestStringConvertible {
    var record: JSONValue
    var field: String
    var testDescription: String { "\(field): \(JSONWriter.string(of: record).prefix(200))" }

    init(_ record: JSONValue, _ field: String) {
      self.record = record
      self.field = field
    }
  }

  private static let plain = item().objectValue?["value"]?.objectValue?["item"] ?? .null

  private static let badItems = [
    Bad(item("not-an-id"), "item.id"), Bad(item(id, ["type": "Note"]), "item.type"),
    Bad(item(id, ["state": "revoked"]), "state"), Bad(item(id, ["version": -1]), "item.version"),
    Bad(item(id, ["version": 0]), "item.version"),
    Bad(item(id, ["version": .integer(.max)]), "item.version"),
    Bad(item(id, ["schema_version": -1]), "item.schema_version"),
    Bad(item(id, ["schema_version": .integer(.max)]), "item.schema_version"),
    Bad(item(id, ["source": ""]), "item.source"),
    Bad(item(id, ["source_id": "a\u{0}b"]), "item.source_id"),
    Bad(
      item(id, ["device": .string(String(repeating: "x", count: 1001))]), "item.device"),
    Bad(item(id, ["state_device": "a\u{0}b"]), "item.state_device"),
    Bad(item(id, ["timestamp": "soon"]), "item.timestamp"),
    Bad(item(id, ["created_at": "soon"]), "item.created_at"),
    Bad(item(id, ["updated_at": ""]), "item.updated_at"),
    Bad(item(id, ["properties": []]), "item.properties"),
    Bad(item(id, ["version": "2"]), "item.version"),
    Bad(
      item(id, ["attachments": [["blob_ref": "x", "mime_type": "a/b"]]]),
      "attachments[0].blob_ref"),
    Bad(item(id, ["type": "system.device"]), "item.tier"),
    Bad(record(plain, ["trashed_at": "soon"]), "trashed_at"),
    Bad(
      record(plain, ["metadata": ["item_id": .string(other), "tags": [], "extensions": [:]]]),
      "metadata.item_id"),
    Bad(
      record(plain, ["metadata": ["item_id": .string(id), "tags": ["-"], "extensions": [:]]]),
      "tags[0]"),
    Bad(
      record(
        plain, ["metadata": ["item_id": .string(id), "tags": [], "extensions": ["a b": [:]]]]),
      "metadata.extensions.a b"),
    Bad(
      record(plain, ["metadata": ["item_id": .string(id), "tags": [], "extensions": ["a": 1]]]),
      "metadata.extensions.a"),
    Bad(
      record(
        plain,
        [
          "metadata": [
            "item_id": .string(id), "tags": [],
            "extensions": ["a": ["b": .string(String(repeating: "x", count: 103_000))]],
          ]
        ]), "metadata.extensions.a"),
    Bad(record(plain, ["versions": [version(["id": "x"])]]), "versions[0].id"),
    Bad(
      record(plain, ["versions": [version(["item_id": .string(other)])]]), "versions[0].item_id"),
    Bad(record(plain, ["versions": [version(["version": 0])]]), "versions[0].version"),
    Bad(record(plain, ["versions": [version(["version": 2])]]), "versions[0].version"),
    Bad(record(plain, ["versions": [version(["created_at": "x"])]]), "versions[0].created_at"),
  ]

  private static let badOthers = [
    Bad(edge(["id": "x"]), "id"), Bad(edge(["created_at": "x"]), "created_at"),
    Bad(edge(["updated_at": "x"]), "updated_at"),
    Bad(["kind": "blob", "value": ["hash": "x"]], "size"),
    Bad(
      [
        "kind": "blob",
        "value": ["hash": "x", "mime_type": "a/b", "size": 1, "created_at": "soon"],
      ], "created_at"),
    Bad(["kind": "profile", "value": ["email": "nobody", "email_verified": false]], "email"),
    Bad(
      [
        "kind": "settings",
        "value": [
          "trashRetentionDays": -1, "refusesUnknownProperties": false, "versionPolicy": [:],
        ],
      ], "trashRetentionDays"),
  ]

  @Test func `a bad line is refused with its number and its field, and nothing is written`()
    async throws
  {
    try await withServer { server in
      let api = server.admin
      let good = Self.item(Self.other, ["version": 1])
      for bad in Self.badItems + Self.badOthers {
        var first = good
        if var members = good.objectValue, var value = members["value"]?.objectValue {
          value["versions"] = []
          members["value"] = .object(value)
          first = .object(members)
        }
        let answer = try await Self.restore(try Self.archive([first, bad.record]), api)

        #expect(answer.status == 400, "\(bad.testDescription) \(answer.text)")
        #expect(answer.code == "invalid_request")
        #expect(answer.json["error"]["details"]["line"] == 2, "\(answer.text)")
        #expect(
          answer.json["error"]["details"]["field"] == .string(bad.field),
          "\(bad.testDescription) \(answer.text)")
        #expect(answer.json["error"]["message"].stringValue?.contains("ine 2 ") == true)
      }
      #expect(try await api.get("/items").json["data"] == [])
    }
  }

  @Test func `an item that its type has outgrown is taken as it was`() async throws {
    try await withServer { server in
      let api = server.admin
      let item = Self.item(Self.id, ["properties": ["title": 5], "type": "user.gone"])

      let answer = try await Self.restore(try Self.archive([item]), api)

      #expect(answer.status == 200, "\(answer.text)")
      #expect(answer.json["restored"] == 1)
      let read = try await api.get("/items/\(Self.id)")
      #expect(read.json["item"]["properties"] == ["title": 5])
    }
  }

  @Test func `a change of the future is one of now, or it would hold the store's clock`()
    async throws
  {
    var setup = TestServer.Setup()
    setup.clock = ManualWallClock(Timestamp(milliseconds: 1_800_000_000_000))
    let now = setup.clock.now.iso8601
    try await withServer(setup) { server in
      let api = server.admin
      let future: JSONValue = "9999-01-01T00:00:00.000Z"
      let item = Self.item(
        Self.id, ["created_at": future, "updated_at": future, "timestamp": future])

      let answer = try await Self.restore(try Self.archive([item]), api)

      #expect(answer.status == 200, "\(answer.text)")
      let read = try await api.get("/items/\(Self.id)").json["item"]
      #expect(read?["updated_at"] == .string(now))
      #expect(read?["created_at"] == .string(now))
      #expect(read?["timestamp"] == future)
    }
  }

  @Test func `edges of an item that is there under another id go to that one`() async throws {
    try await withServer { server in
      let api = server.admin
      let here = try await api.note("here", ["source_id": "s"])
      let records = [
        Self.item(Self.id, ["source": "Test", "source_id": "s"]),
        Self.item(Self.other, ["version": 2]), Self.edge(),
      ].map { record -> JSONValue in
        guard record.objectValue?["kind"] == "item", var members = record.objectValue,
          var value = members["value"]?.objectValue
        else { return record }
        value["versions"] = []
        members["value"] = .object(value)
        return .object(members)
      }

      let answer = try await Self.restore(try Self.archive(records), api)

      #expect(answer.status == 200, "\(answer.text)")
      #expect(answer.json["restored"] == 2)
      #expect(answer.json["skipped"] == 1)
      let edges = try await api.get("/items/\(here)/edges")
      #expect(edges.json["data"][0]["target_id"] == .string(Self.other))
    }
  }

  @Test(
    arguments: [
      ["format": "marfa-archive", "version": 2, "server": "9", "damaged_blobs": [], "more": 1],
      ["format": "tar"], [],
    ] as [JSONValue])
  func `an archive of another layout is refused`(manifest: JSONValue) async throws {
    try await withServer { server in
      let api = server.admin

      let answer = try await Self.restore(
        try Self.archive([Self.item()], manifest: manifest), api)

      #expect(answer.status == 400)
      #expect(answer.code == "invalid_request")
      #expect(answer.json["error"]["message"].stringValue?.contains("archive") == true)
      #expect(try await api.get("/items").json["data"] == [])
    }
  }
}
