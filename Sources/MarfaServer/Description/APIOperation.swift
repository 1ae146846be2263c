import MarfaModel

/// One method of one path.
public struct APIOperation: Sendable {
  /// A parameter of the query or a header.
  struct Parameter: Sendable {
    /// Its name.
    var name: String
    /// Its schema, as JSON.
    var schema: JSONValue
    /// Whether it must be there.
    var isRequired = false
    /// `query` or `header`.
    var place = "query"
  }

  /// The method, upper case.
  let method: String
  /// The path, with `{name}` for what varies.
  let path: String
  /// The group that it belongs to.
  let tag: String
  /// What it does, in a few words.
  let summary: String
  /// Parameters other than those of the path.
  var parameters: [Parameter] = []
  /// The name of the body's schema.
  var body: String?
  /// Whether the body may be left out.
  var isBodyOptional = false
  /// The media type of a body that is not JSON.
  var rawBody: String?
  /// The name of the answer's schema.
  var answer: String?
  /// The media type of an answer that is not JSON.
  var rawAnswer: String?
  /// The status of success.
  var status = 200
  /// Other statuses of success.
  var otherStatuses: [Int] = []
  /// Statuses that come without a body.
  var bareStatuses: [Int] = []
  /// Whether no key is needed.
  var isPublic = false
  /// Whether 409 has more to say than other errors.
  var hasConflict = false

  /// The operation as the description has it.
  var json: JSONValue {
    var members: [String: JSONValue] = [
      "summary": .string(summary), "tags": [.string(tag)], "operationId": .string(identifier),
      "responses": .object(responses),
    ]
    let all = pathParameters + (parameters + idempotency).map(Self.json)
    if !all.isEmpty { members["parameters"] = .array(all) }
    if let body { members["requestBody"] = requestBody("application/json", .schema(body)) }
    if let rawBody { members["requestBody"] = requestBody(rawBody, .raw) }
    if isPublic { members["security"] = [] }
    return .object(members)
  }

  /// The media type of a stream of events (WHATWG HTML, section 9.2).
  static let eventStream = "text/event-stream"

  /// What the head of each stream of events says, beyond what every answer does.
  private static let streamHeaders: JSONValue = [
    "Heartbeat-Seconds": [
      "description":
        "Seconds from one comment to the next. Clients give up after twice that time without one.",
      "required": true, "schema": ["type": "integer", "minimum": 1],
    ]
  ]

  private enum Content {
    case schema(String)
    case raw
  }

  private func requestBody(_ type: String, _ content: Content) -> JSONValue {
    let schema: JSONValue =
      switch content {
      case .schema(let name): ["schema": APIDescription.reference(name)]
      case .raw: [:]
      }
    return ["required": .bool(!isBodyOptional), "content": [type: schema]]
  }

  private var responses: [String: JSONValue] {
    var success: [String: JSONValue] = ["description": "Success."]
    if let answer {
      success["content"] = ["application/json": ["schema": APIDescription.reference(answer)]]
    }
    if let rawAnswer { success["content"] = .object([rawAnswer: [:]]) }
    if rawAnswer == Self.eventStream { success["headers"] = Self.streamHeaders }
    var responses: [String: JSONValue] = [
      "default": ["$ref": "#/components/responses/Error"]
    ]
    if hasConflict { responses["409"] = ["$ref": "#/components/responses/Conflict"] }
    for code in [status] + otherStatuses { responses[String(code)] = .object(success) }
    for code in bareStatuses { responses[String(code)] = ["description": "Without a body."] }
    return responses
  }

  /// `GET /items/{id}/tags` becomes `getItemsIdTags`.
  private var identifier: String {
    method.lowercased()
      + path.split { !$0.isLetter }.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// Every change may be repeated with the same key; bytes are known by their hash instead, and
  /// changes of documents by their numbers.
  private var idempotency: [Parameter] {
    let isChange = method != "GET" && method != "HEAD" && method != "OPTIONS"
    let isBytes = ["blobs", "uploads", "administration", "documents"].contains(tag)
    guard isChange, !isBytes, !["/mutations", "/blobs/known"].contains(path) else { return [] }
    return [
      Parameter(
        name: "Idempotency-Key",
        schema: ["type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-~]+$"],
        place: "header")
    ]
  }

  private var pathParameters: [JSONValue] {
    path.split(separator: "/").filter { $0.hasPrefix("{") }.map { part in
      let name = String(part.dropFirst().dropLast())
      return [
        "name": .string(name), "in": "path", "required": true, "schema": pathSchema(name),
      ]
    }
  }

  private func pathSchema(_ name: String) -> JSONValue {
    switch name {
    case "id" where hasItemId: APIDescription.reference("ItemID")
    case "hash": APIDescription.reference("BlobHash")
    case "key": APIDescription.reference("DocumentKey")
    default:
      ["type": "string", "minLength": 1, "maxLength": 200, "pattern": "^[^\\u0000-\\u001f]+$"]
    }
  }

  /// Whether `{id}` is that of an item or an edge.
  private var hasItemId: Bool {
    (path.hasPrefix("/items/") || path.hasPrefix("/edges/")) && !path.hasPrefix("/edges/types")
  }

  private static func json(_ parameter: Parameter) -> JSONValue {
    var members: [String: JSONValue] = [
      "name": .string(parameter.name), "in": .string(parameter.place),
      "required": .bool(parameter.isRequired), "schema": parameter.schema,
    ]
    // `edge[about]=…` (OpenAPI 3.1, section 4.8.12.3).
    if parameter.schema.objectValue?["type"] == "object" { members["style"] = "deepObject" }
    return .object(members)
  }
}

extension APIOperation.Parameter {
  static func text(_ name: String, required: Bool = false) -> Self {
    Self(name: name, schema: ["type": "string"], isRequired: required)
  }

  /// A text that is not empty.
  static func name(_ name: String, required: Bool = false) -> Self {
    Self(name: name, schema: ["type": "string", "minLength": 1], isRequired: required)
  }

  static func number(
    _ name: String, _ range: ClosedRange<Int64>, required: Bool = false
  ) -> Self {
    Self(
      name: name,
      schema: [
        "type": "integer", "minimum": .integer(range.lowerBound),
        "maximum": .integer(range.upperBound),
      ], isRequired: required)
  }

  static func flag(_ name: String) -> Self { Self(name: name, schema: ["type": "boolean"]) }

  static func word(_ name: String, _ words: String...) -> Self {
    Self(name: name, schema: ["type": "string", "enum": .array(words.map(JSONValue.string))])
  }

  static func time(_ name: String) -> Self {
    Self(name: name, schema: ["type": "string", "format": "date-time"])
  }

  static func header(
    _ name: String, required: Bool = false, schema: JSONValue = ["type": "string"]
  ) -> Self {
    Self(name: name, schema: schema, isRequired: required, place: "header")
  }

  /// What `GET /search` looks for.
  static let words = Self(
    name: "q", schema: ["type": "string", "minLength": 1, "maxLength": 1000], isRequired: true)

  /// `name[key]=value`, where values are ids of items.
  static func keyed(_ name: String) -> Self {
    Self(
      name: name,
      schema: ["type": "object", "additionalProperties": APIDescription.reference("ItemID")])
  }
}
