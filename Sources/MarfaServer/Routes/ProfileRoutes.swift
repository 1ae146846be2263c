import Hummingbird
import MarfaModel

/// Who the space belongs to: `/profile/me`.
///
/// Changing it takes `profile:write`.
struct ProfileRoutes: RouteGroup {
  let environment: ServerEnvironment

  func register(on router: Router<ServerRequestContext>) {
    router.get("/profile/me") { _, _ in
      Response.json(Self.json(try await environment.store.profile()))
    }
    router.patch("/profile/me") { request, context in
      guard try context.caller().permissions.mayWrite(metadata: "profile") else {
        throw ForbiddenError(message: "The key lacks the metadata permission profile:write.")
      }
      let body = try await environment.decode(PatchProfileBody.self, from: request)
      try Self.check(body)
      let profile = try await environment.store.updateProfile { profile in
        profile.username = body.username ?? profile.username
        profile.firstName = body.firstName ?? profile.firstName
        profile.lastName = body.lastName ?? profile.lastName
        profile.bio = body.bio ?? profile.bio
        if let email = body.email, email != profile.email {
          profile.email = email
          profile.emailVerified = false
        }
      }
      return Response.json(Self.json(profile))
    }
  }

  private static func check(_ body: PatchProfileBody) throws {
    let texts = [
      ("username", body.username, 100), ("first_name", body.firstName, 200),
      ("last_name", body.lastName, 200), ("bio", body.bio, 4000), ("email", body.email, 320),
    ]
    for (field, text, limit) in texts where text?.count ?? 0 > limit {
      throw ValidationError(
        message: "\(field) has at most \(limit) characters.", details: ["field": .string(field)])
    }
    if let email = body.email, !email.contains("@") {
      throw ValidationError(message: "email has an @.", details: ["field": "email"])
    }
  }

  /// Every documented field, `null` where there is no value.
  private static func json(_ profile: Profile) -> JSONValue {
    func text(_ value: String?) -> JSONValue { value.map(JSONValue.string) ?? .null }
    return [
      "username": text(profile.username), "first_name": text(profile.firstName),
      "last_name": text(profile.lastName), "bio": text(profile.bio),
      "avatar_url": text(profile.avatarURL), "email": text(profile.email),
      "email_verified": .bool(profile.emailVerified), "created_at": text(profile.createdAt),
      "updated_at": text(profile.updatedAt),
    ]
  }
}
