import Foundation
import Hummingbird
import MarfaModel

/// The receivers of events: `/webhooks`.
///
/// Only for administrators; a webhook gets what the key that made it may see.
struct WebhookRoutes: RouteGroup {
  private static let deliveryLimit = 100

  let environment: ServerEnvironment

  func register(on router: Router<ServerRequestContext>) {
    router.on(Self.list) { _, context in
      try context.caller().requireAdministrator()
      return try await environment.read(.webhooks, context)
    }
    router.on(Self.making) { request, context in
      try context.caller().requireAdministrator()
      let (json, mutation) = try await creation(request)
      return try await environment.write(mutation, request, body: json, context)
    }
    router.on(Self.one) { _, context in
      try context.caller().requireAdministrator()
      return try await environment.read(.webhook(id: try id(context)), context)
    }
    router.on(Self.patching) { request, context in
      try context.caller().requireAdministrator()
      let id = try id(context)
      let (json, patch) = try await change(request)
      return try await environment.write(
        .patchWebhook(id: id, patch), request, body: json, context)
    }
    router.on(Self.removal) { request, context in
      try context.caller().requireAdministrator()
      return try await environment.write(.deleteWebhook(id: try id(context)), request, context)
    }
    router.on(Self.deliveryList) { _, context in
      try context.caller().requireAdministrator()
      return try await deliveries(of: try id(context))
    }
  }

  private func id(_ context: ServerRequestContext) throws -> String {
    try PathId.record.check(try context.segment("id"))
  }

  private func creation(_ request: Request) async throws -> (JSONValue, StoreMutation) {
    let json = try await normalized(request)
    let body = try JSONRequestDecoder.decode(CreateWebhookBody.self, from: json)
    try check(url: body.url)
    try Self.check(events: body.events)
    try check(names: body.events, body.typeFilter)
    try Self.check(secret: body.secret)
    var randomness = environment.randomness()
    let made = KeySecret(using: &randomness).text.dropFirst(KeySecret.prefix.count)
    let secret = body.secret ?? String(made)
    return (
      json,
      .createWebhook(
        NewWebhook(
          url: body.url, events: body.events, typeFilter: body.typeFilter, secret: secret))
    )
  }

  private func change(_ request: Request) async throws -> (JSONValue, PatchWebhookBody) {
    let json = try await normalized(request)
    let body = try JSONRequestDecoder.decode(PatchWebhookBody.self, from: json)
    if let url = body.url { try check(url: url) }
    if let events = body.events { try Self.check(events: events) }
    try check(names: body.events, body.typeFilter)
    try Self.check(secret: body.secret)
    return (json, body)
  }

  /// The body with `type_filter` as a list: an older description has it as one name.
  private func normalized(_ request: Request) async throws -> JSONValue {
    guard let json = try await environment.json(of: request) else {
      throw ServerEnvironment.missingBody
    }
    guard var members = json.objectValue, let name = members["type_filter"]?.stringValue else {
      return json
    }
    members["type_filter"] = .array([.string(name)])
    return .object(members)
  }

  private func deliveries(of id: String) async throws -> Response {
    let found = try await environment.store.deliveries(
      ofWebhook: id, limit: Self.deliveryLimit)
    return Response.json([
      "deliveries": .array(
        found.map { delivery in
          [
            "id": .string(delivery.id), "event": .string(delivery.event),
            "status": .string(delivery.status.rawValue),
            "attempts": .integer(Int64(delivery.attempts)),
            "response_code": delivery.responseCode.map { .integer(Int64($0)) } ?? .null,
            "created_at": .string(delivery.createdAt.iso8601),
          ]
        })
    ])
  }

  private func check(url: String) throws {
    guard url.utf8.count <= 2048, let parsed = URL(string: url),
      ["http", "https"].contains(parsed.scheme?.lowercased() ?? ""),
      parsed.host()?.isEmpty == false, parsed.user() == nil,
      (1...65535).contains(parsed.port ?? 80), url.utf8.allSatisfy({ (0x21...0x7e).contains($0) })
    else {
      throw ValidationError(
        message: "url is an http or https address.", details: ["field": "url"])
    }
    let host = (parsed.host() ?? "").trimmingCharacters(in: ["[", "]"])
    guard environment.settings.webhookTargets.mayBe(host) else {
      throw ValidationError(
        message: "url leads to this machine or its network; the setting webhook_private_targets "
          + "allows that.", details: ["field": "url"])
    }
    #if !TLS
    guard parsed.scheme?.lowercased() == "http" else {
      throw ValidationError(
        message: "This server was built without the trait TLS and delivers to http only.",
        details: ["field": "url"])
    }
    #endif
  }

  private func check(names events: [String]?, _ types: [String]?) throws {
    let limit = environment.settings.recordLimits.webhookNames
    for (field, names) in [("events", events ?? []), ("type_filter", types ?? [])] {
      guard names.count > limit || names.contains(where: { $0.utf8.count > 200 }) else { continue }
      throw RecordLimits.excess(
        field, "\(field) has at most \(limit) names of at most 200 bytes.", limit)
    }
  }

  private static func check(events: [String]) throws {
    let known = Set(EventName.allCases.map(\.rawValue)).union(["*"])
    guard !events.isEmpty, events.allSatisfy(known.contains) else {
      throw ValidationError(
        message: "events has at least one of \(known.sorted().joined(separator: ", ")).",
        details: ["field": "events"])
    }
  }

  private static func check(secret: String?) throws {
    guard (1...512).contains(secret?.utf8.count ?? 1) else {
      throw ValidationError(
        message: "secret has 1 to 512 bytes.", details: ["field": "secret"])
    }
  }
}
