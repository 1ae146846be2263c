import Hummingbird
import MarfaModel

/// `/keys`: credentials, the first of which is made without one.
struct KeyRoutes: RouteGroup {
  let environment: ServerEnvironment
  /// Called after a key was changed or revoked, before the answer.
  let changed: @Sendable () async -> Void

  func register(on router: Router<ServerRequestContext>) {
    router.on(Self.creation) { request, context in try await create(request, context) }
    router.on(Self.list) { _, context in
      try context.caller().requireAdministrator()
      return try Response.encoded(
        KeysResponse(keys: try await environment.store.keys().map(APIKey.init)))
    }
    router.on(Self.patching) { request, context in try await patch(request, context) }
    router.on(Self.revocation) { request, context in
      let id = try await changeable(context)
      return try await change(.deleteKey(id: id), request, context)
    }
  }

  private func create(_ request: Request, _ context: ServerRequestContext) async throws -> Response
  {
    guard let caller = context.credential else { return try await createFirst(request) }
    try caller.requireAdministrator()
    let json = try await json(of: request)
    let body = try JSONRequestDecoder.decode(CreateKeyBody.self, from: json)
    try environment.settings.recordLimits.check(body.permissions)
    if body.role == .admin || body.isPlatform == true { try caller.requireServerAdministrator() }
    try caller.requireHolding(body.permissions, in: try await environment.store.catalogue().types)
    try caller.requireLasting(to: body.expiresAt)
    let (key, secret) = try KeyRing(environment).newKey(body)
    let answer = try await environment.answer(
      to: .createKey(key), request, body: json, context)
    // A repeated request made no second key, and the secret of the first was shown once.
    guard !answer.isReplay else { return Response(answer) }
    return try Response.encoded(
      CreatedKeyResponse(description: APIKey(key), key: secret.text), status: .created)
  }

  private func createFirst(_ request: Request) async throws -> Response {
    guard try await environment.store.keys().isEmpty else { throw UnauthorizedError.missingKey }
    try environment.bootstrap?.check(request.headers)
    var body = try await environment.decode(CreateKeyBody.self, from: request)
    try environment.settings.recordLimits.check(body.permissions)
    // Without one nobody could make another that may do everything.
    guard body.role ?? .admin == .admin else {
      throw ValidationError(
        message: "The first key has the role admin.", details: ["field": "role"])
    }
    body.role = .admin
    return try Response.encoded(
      try await KeyRing(environment).create(body, .first), status: .created)
  }

  private func patch(_ request: Request, _ context: ServerRequestContext) async throws -> Response {
    let id = try await changeable(context)
    let json = try await json(of: request)
    for field in ["source", "role"] where json.objectValue?[field] != nil {
      throw ValidationError(
        message: "\(field) cannot be changed; create another key.",
        details: ["field": .string(field)])
    }
    let body = try JSONRequestDecoder.decode(PatchKeyBody.self, from: json)
    // Before its patterns are compared; all that the key is to have is counted where it is written.
    try environment.settings.recordLimits.check(body.permissions)
    try KeyRules.check(body, now: environment.clock.now)
    let caller = try context.caller()
    try caller.requireHolding(body.permissions, in: try await environment.store.catalogue().types)
    if body.expiresAt != nil || body.permissions != PermissionMaps(),
      let key = try await environment.store.key(id: id)
    {
      try caller.requireLasting(to: body.expiresAt ?? key.expiresAt?.iso8601)
    }
    return try await change(.patchKey(id: id, body), request, body: json, context)
  }

  private func change(
    _ mutation: StoreMutation, _ request: Request, body: JSONValue? = nil,
    _ context: ServerRequestContext
  ) async throws -> Response {
    let response = try await environment.write(mutation, request, body: body, context)
    await changed()
    return response
  }

  /// The key that a path names, when the caller may change it: who may not make a key of its kind
  /// may not revoke one either.
  private func changeable(_ context: ServerRequestContext) async throws -> String {
    let caller = try context.caller()
    try caller.requireAdministrator()
    let id = try PathId.record.check(try context.segment("id"))
    if let key = try await environment.store.key(id: id),
      key.role == KeyRole.admin.rawValue || key.isPlatform
    {
      try caller.requireServerAdministrator()
    }
    return id
  }

  private func json(of request: Request) async throws -> JSONValue {
    guard let json = try await environment.json(of: request) else {
      throw ServerEnvironment.missingBody
    }
    return json
  }
}
