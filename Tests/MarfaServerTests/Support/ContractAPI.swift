import MarfaModel
import Testing

/// A key's view of a subject: the calls that most tests make.
struct ContractAPI: Sendable {
  let subject: any ContractSubject
  /// The secret that requests carry; nil for none.
  var key: String?

  func send(_ request: ContractRequest) async throws -> ContractAnswer {
    try await subject.send(request.with(key: key))
  }

  func get(_ path: String) async throws -> ContractAnswer {
    try await send(ContractRequest("GET", path))
  }

  func delete(_ path: String) async throws -> ContractAnswer {
    try await send(ContractRequest("DELETE", path))
  }

  func post(
    _ path: String, _ json: JSONValue = [:], headers: [String: String] = [:]
  ) async throws -> ContractAnswer {
    try await send(ContractRequest("POST", path, json: json, headers: headers))
  }

  func put(_ path: String, _ json: JSONValue) async throws -> ContractAnswer {
    try await send(ContractRequest("PUT", path, json: json))
  }

  func patch(
    _ path: String, _ json: JSONValue, headers: [String: String] = [:]
  ) async throws -> ContractAnswer {
    try await send(ContractRequest("PATCH", path, json: json, headers: headers))
  }

  // MARK: - Things that tests need

  /// Makes a note and gives its id.
  func note(_ body: String = "text", _ more: [String: JSONValue] = [:]) async throws -> String {
    var input: [String: JSONValue] = [
      "type": "core.note", "properties": ["body": .string(body)],
    ]
    input.merge(more) { _, more in more }
    let answer = try await post("/items", .object(input))
    try #require(answer.status == 201, "\(answer.text)")
    return try #require(answer.json["item"]["id"].stringValue)
  }

  /// Makes an edge and gives its id.
  func edge(_ source: String, _ type: String, _ target: String) async throws -> String {
    let answer = try await post(
      "/edges",
      [
        "source_id": .string(source), "target_id": .string(target), "edge_type": .string(type),
      ])
    try #require(answer.status == 201, "\(answer.text)")
    return try #require(answer.json["edge"]["id"].stringValue)
  }

  /// Makes a member's key with the given maps and gives the view that it has.
  func member(_ maps: [String: JSONValue] = [:]) async throws -> ContractAPI {
    var body: [String: JSONValue] = ["label": "member", "source": "Member"]
    body.merge(maps) { _, map in map }
    let answer = try await post("/keys", .object(body))
    try #require(answer.status == 201, "\(answer.text)")
    let secret: String = try #require(answer.json["key"].stringValue)
    return ContractAPI(subject: subject, key: secret)
  }

  /// A name that no other test of a shared server uses.
  func unique(_ prefix: String) async throws -> String {
    let id = try await note("for a name")
    return prefix + "x" + id.filter { $0.isLetter || $0.isNumber }.suffix(12)
  }
}
