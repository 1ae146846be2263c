import Hummingbird
import MarfaModel

/// What an administrator sees and sets of the whole space: `/audit` and `/tenants/current/config`.
struct SpaceRoutes: RouteGroup {
  let environment: ServerEnvironment

  func register(on router: Router<ServerRequestContext>) {
    router.on(Self.audit) { request, context in
      try context.caller().requireAdministrator()
      var query = try QueryParameters(request)
      let limit = try query.integer("limit", in: 1...500)
      let cursor = query.string("cursor")
      try query.finish()
      return try await environment.read(.audit(limit: limit, cursor: cursor), context)
    }
    router.on(Self.configuration) { _, context in
      try context.caller().requireAdministrator()
      return Response.json(try await environment.store.settings().json)
    }
    router.on(Self.setting) { request, context in
      try context.caller().requireAdministrator()
      guard let json = try await environment.json(of: request, context) else {
        throw ServerEnvironment.missingBody
      }
      let body = try JSONRequestDecoder.decode(TenantBody.self, from: json)
      return try await environment.write(
        .setTenant(body.configuration), request, body: json, context)
    }
  }
}

/// The body of `PUT /tenants/current/config`; what is left out is as the server's settings say.
private struct TenantBody: Decodable {
  struct Enforcement: Decodable {
    struct StrictMode: Decodable {
      var types: Bool?
    }

    var strictMode: StrictMode?

    enum CodingKeys: String, CodingKey {
      case strictMode = "strict_mode"
    }
  }

  var trashRetentionDays: Int?
  var enforcement: Enforcement?

  enum CodingKeys: String, CodingKey {
    case enforcement
    case trashRetentionDays = "trash_retention_days"
  }

  var configuration: TenantConfiguration {
    TenantConfiguration(
      trashRetentionDays: trashRetentionDays,
      refusesUnknownProperties: enforcement?.strictMode?.types)
  }
}

extension SpaceSettings {
  /// The settings as `TenantConfig` has them.
  var json: JSONValue {
    [
      "trash_retention_days": .integer(Int64(keptTrashDays)),
      "enforcement": ["strict_mode": ["types": .bool(isStrict)]],
    ]
  }
}
