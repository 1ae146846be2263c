import Hummingbird
import MarfaModel

/// `/keys`: credentials, the first of which is made without one.
struct KeyRoutes: RouteGroup {
  let environment: ServerEnvironment

  func register(on router: Router<ServerRequestContext>) {
    router.post("/keys") { request, context in try await create(request, context) }
    router.get("/keys") { _, context in
      try context.caller().requireAdministrator()
      return try Response.encoded(
        KeysResponse(keys: try await environment.store.keys().map(APIKey.init)))
    }
    router.patch("/keys/{id}") { request, context in try await patch(request, context) }
    router.delete("/keys/{id}") { _, context in
      try context.caller().requireAdministrator()
      try await KeyRing(environment).revoke(id: try PathID.name.check(try context.segment("id")))
      return Response.ok
    }
  }

  private func create(_ request: Request, _ context: ServerRequestContext) async throws -> Response
  {
    let caller = context.credential
    try caller?.requireAdministrator()
    if caller == nil, try await !environment.store.keys().isEmpty {
      throw UnauthorizedError.missingKey
    }
    var body = try await environment.decode(CreateKeyBody.self, from: request)
    if caller == nil {
      // Without an administrator nobody could make the second key.
      guard body.role != .member else {
        throw ValidationError(
          message: "The first key has the role admin.", details: ["field": "role"])
      }
      body.role = body.role ?? .admin
    }
    if body.role == .admin || body.isPlatform == true { try caller?.requireServerAdministrator() }
    let created = try await KeyRing(environment).create(body, caller == nil ? .first : .always)
    return try Response.encoded(created, status: .created)
  }

  private func patch(_ request: Request, _ context: ServerRequestContext) async throws -> Response {
    try context.caller().requireAdministrator()
    let id = try PathID.name.check(try context.segment("id"))
    guard let json = try await environment.json(of: request) else {
      throw ServerEnvironment.missingBody
    }
    for field in ["source", "role"] where json.objectValue?[field] != nil {
      throw ValidationError(
        message: "\(field) cannot be changed; make another key.",
        details: ["field": .string(field)])
    }
    let body = try JSONRequestDecoder.decode(PatchKeyBody.self, from: json)
    return try Response.encoded(try await KeyRing(environment).patch(id: id, body))
  }
}

/// What is done with keys, for the routes and the command line.
public struct KeyRing: Sendable {
  private let environment: ServerEnvironment

  /// Works on the keys of an environment's store.
  public init(_ environment: ServerEnvironment) {
    self.environment = environment
  }

  /// Makes a key.
  ///
  /// - Parameters:
  ///   - body: What is wanted; the role is `member` unless it says.
  ///   - condition: Whether it must be the first.
  /// - Returns: The key with its secret, which is nowhere else.
  /// - Throws: `ValidationError` with the field; `UnauthorizedError` when it is not the first.
  public func create(
    _ body: CreateKeyBody, _ condition: KeyCondition = .always
  ) async throws -> CreatedKeyResponse {
    try Self.check(body.label, field: "label")
    try Self.check(body.source, field: "source")
    try Self.check(body.permissions)
    var randomness = environment.randomness()
    let secret = KeySecret(using: &randomness)
    let now = environment.clock.now
    let key = APIKey(
      id: environment.ids.nextID(), label: body.label, source: body.source,
      role: body.role ?? .member, defaultTier: body.defaultTier,
      isPlatform: body.isPlatform ?? false, permissions: body.permissions,
      createdAt: now.iso8601)
    try await environment.store.createKey(
      StoredKey(key, hash: secret.hash, createdAt: now), condition)
    return CreatedKeyResponse(description: key, key: secret.text)
  }

  /// Every key, oldest first.
  public func all() async throws -> [APIKey] {
    try await environment.store.keys().map(APIKey.init)
  }

  /// Changes a key.
  ///
  /// - Parameters:
  ///   - id: The key.
  ///   - body: What is to change.
  /// - Returns: The key as it is now.
  /// - Throws: `NotFoundError` with `not_found`; `ValidationError` with the field.
  public func patch(id: String, _ body: PatchKeyBody) async throws -> APIKey {
    if let label = body.label { try Self.check(label, field: "label") }
    guard let stored = try await environment.store.key(id: id) else { throw Self.notFound }
    let key = body.applied(to: APIKey(stored))
    try Self.check(key.permissions)
    var changed = StoredKey(key, hash: stored.hash, createdAt: stored.createdAt)
    changed.lastUsedAt = stored.lastUsedAt
    try await environment.store.updateKey(changed)
    return key
  }

  /// Revokes a key.
  ///
  /// The last administrator stays: without one the server would give itself to the next caller.
  ///
  /// - Parameter id: The key.
  /// - Throws: `NotFoundError` with `not_found`; `APIError` with `conflict`.
  public func revoke(id: String) async throws {
    let keys = try await all()
    guard let key = keys.first(where: { $0.id == id }) else { throw Self.notFound }
    if key.role == .admin, !keys.contains(where: { $0.id != id && $0.role == .admin }) {
      throw APIError(
        code: ErrorCode.conflict,
        message: "The last key with the role admin cannot be revoked; make another first.",
        status: 409)
    }
    try await environment.store.deleteKey(id: id)
  }

  private static var notFound: NotFoundError {
    NotFoundError(code: ErrorCode.notFound, message: "There is no such key.")
  }

  private static func check(_ text: String, field: String) throws {
    guard (1...200).contains(text.count) else {
      throw ValidationError(
        message: "\(field) has 1 to 200 characters.", details: ["field": .string(field)])
    }
  }

  private static func check(_ maps: PermissionMaps) throws {
    let others = [
      ("extension_permissions", maps.extensions), ("edge_permissions", maps.edges),
      ("metadata_permissions", maps.metadata),
    ]
    for (field, map) in [("type_permissions", maps.types)] + others {
      for pattern in map.keys.sorted() where !PermissionPattern.isWellFormed(pattern) {
        throw ValidationError(
          message: "A pattern is a name, name.* or *.",
          details: ["field": .string("\(field).\(pattern)")])
      }
    }
    for (field, map) in others {
      for (pattern, level) in map.sorted(by: { $0.key < $1.key }) where level == .none {
        throw ValidationError(
          message: "The level is read or write.",
          details: ["field": .string("\(field).\(pattern)")])
      }
    }
  }
}
