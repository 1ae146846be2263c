import Hummingbird
import MarfaModel

/// Who the space belongs to: `/profile/me`.
///
/// Changing it takes `profile:write`.
struct ProfileRoutes: RouteGroup {
  let environment: ServerEnvironment

  func register(on router: Router<ServerRequestContext>) {
    router.on(Self.profile) { _, _ in
      Response.json(try await environment.store.profile().json)
    }
    router.on(Self.patching) { request, context in
      guard try context.caller().permissions.mayChangeProfile else {
        throw ForbiddenError(message: "The key lacks the metadata permission profile:write.")
      }
      guard let json = try await environment.json(of: request) else {
        throw ServerEnvironment.missingBody
      }
      let body = try JSONRequestDecoder.decode(PatchProfileBody.self, from: json)
      try ProfileRules.check(body)
      return try await environment.write(.patchProfile(body), request, body: json, context)
    }
  }
}
