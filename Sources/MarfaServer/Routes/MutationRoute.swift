import MarfaModel

/// A route that changes items, edges or types: one entry of the table that single requests and
/// batches are both read with.
struct MutationRoute: Sendable {
  /// What a route reads its change from.
  struct Input {
    /// Segments of the path by name, decoded.
    var segments: [String: String]
    /// Parameters of the query by name, decoded.
    var query: [String: String]
    /// The body; nil when there is none.
    var body: JSONValue?
    /// What a registered type may hold.
    var limits = RecordLimits()

    /// The id in the path.
    func id(_ rule: PathId = .item) throws -> String { try rule.check(segments["id"] ?? "") }

    /// The body as a value of a known shape.
    func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
      guard let body else { throw ServerEnvironment.missingBody }
      return try JSONRequestDecoder.decode(type, from: body)
    }

    /// The body as a type of items.
    ///
    /// - Throws: `ValidationError` with the limit, before the fields are looked at, where they are
    ///   more than all types together may have.
    func decodeType() throws -> ItemType {
      let fields = body?.objectValue?["fields"]?.objectValue?.count ?? 0
      guard fields <= max(limits.typeFields, limits.allTypeFields) else {
        throw limits.tooManyFields
      }
      return try decode()
    }
  }

  /// Who may use a route at all, known before its body is looked at.
  enum Gate: Sendable {
    /// Anyone with a key; the store decides by the rows.
    case anyone
    /// Administrators of the space.
    case administrator
    /// Who has `types:write`.
    case types
    /// Who may write the type that the body names.
    case itemType
    /// Who may write the edge type that the body names.
    case edgeType
  }

  /// What is said of it.
  let operation: APIOperation
  /// Who may use it.
  let gate: Gate
  /// Reads the change.
  let mutation: @Sendable (Input) throws -> StoreMutation
  /// Parameters of the query that it knows.
  let parameters: Set<String>
  private let template: PathTemplate

  /// Declares a route.
  ///
  /// - Parameters:
  ///   - operation: What is said of it; its method is `POST`, `PUT`, `PATCH` or `DELETE`.
  ///   - gate: Who may use it.
  ///   - mutation: Reads the change.
  init(
    _ operation: APIOperation, gate: Gate = .anyone,
    _ mutation: @escaping @Sendable (Input) throws -> StoreMutation
  ) {
    (self.operation, self.gate, self.mutation) = (operation, gate, mutation)
    parameters = Set(operation.parameters.filter { $0.place == "query" }.map(\.name))
    template = PathTemplate(operation.path)
  }

  /// Whether it takes a body.
  var takesBody: Bool { operation.body != nil }

  /// Lets those pass who may use the route.
  ///
  /// - Parameters:
  ///   - credential: Who asks.
  ///   - body: The body; only its kind of thing is looked at.
  /// - Throws: `ForbiddenError`.
  func check(_ credential: Credential, body: JSONValue?) throws {
    let permissions = credential.permissions
    switch gate {
    case .anyone: return
    case .administrator: try credential.requireAdministrator()
    case .types:
      guard permissions.mayChangeTypes else {
        throw ForbiddenError(message: "The key lacks the metadata permission types:write.")
      }
    case .itemType:
      guard let type = body?.objectValue?["type"]?.stringValue,
        !permissions.mayWrite(type: type, in: TypeRegistry())
      else { return }
      throw ForbiddenError(mayNotWrite: type)
    case .edgeType:
      guard let type = body?.objectValue?["edge_type"]?.stringValue,
        !permissions.mayWrite(edgeType: type)
      else { return }
      throw ForbiddenError(mayNotWriteEdges: type)
    }
  }

  /// The segments that a path has where this one varies; nil when the path is another.
  func match(_ segments: [String]) -> [String: String]? {
    template.match(segments)
  }

  /// Finds the route of a request.
  ///
  /// - Parameters:
  ///   - method: The method, in capitals.
  ///   - segments: The decoded segments of the path.
  /// - Returns: The route with the segments where it varies; nil when there is none.
  static func find(
    _ method: String, _ segments: [String]
  ) -> (route: MutationRoute, segments: [String: String])? {
    for route in byMethod[method] ?? [] {
      if let found = route.match(segments) { return (route, found) }
    }
    return nil
  }

  private static let byMethod = Dictionary(grouping: all, by: \.operation.method)
}
