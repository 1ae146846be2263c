import MarfaModel

/// Keys and the profile.
extension RecordWriter {
  /// `POST /keys`.
  func create(_ key: StoredKey) throws -> StoreAnswer {
    try requireAdministrator()
    try rows.insert(key)
    return try StoreAnswer(status: 201, encoding: APIKey(key))
  }

  /// `PATCH /keys/{id}`.
  func patchKey(_ id: String, _ body: PatchKeyBody) throws -> StoreAnswer {
    try requireAdministrator()
    guard let stored = try rows.apiKey(id: id) else { throw StoreErrors.keyNotFound(id) }
    let key = body.applied(to: APIKey(stored))
    try rows.update(StoredKey(key, hash: stored.hash, createdAt: stored.createdAt))
    return try StoreAnswer(encoding: key)
  }

  /// `DELETE /keys/{id}`.
  ///
  /// The last administrator stays: without one the server would give itself to the next caller.
  func deleteKey(_ id: String) throws -> StoreAnswer {
    try requireAdministrator()
    guard let key = try rows.apiKey(id: id) else { throw StoreErrors.keyNotFound(id) }
    let administrators = try rows.apiKeys(role: KeyRole.admin.rawValue)
    guard administrators.map(\.id) != [key.id] else {
      throw APIError(
        code: ErrorCode.conflict,
        message: "The last key with the role admin cannot be revoked; make another first.",
        status: 409)
    }
    try rows.deleteKey(id)
    return .ok
  }

  /// `PATCH /profile/me`.
  func patchProfile(_ body: PatchProfileBody) throws -> StoreAnswer {
    guard context.access.mayChangeProfile else {
      throw StoreErrors.forbidden("The key lacks the metadata permission profile:write.")
    }
    var profile = try rows.profile()
    profile.username = body.username ?? profile.username
    profile.firstName = body.firstName ?? profile.firstName
    profile.lastName = body.lastName ?? profile.lastName
    profile.bio = body.bio ?? profile.bio
    if let email = body.email, email != profile.email {
      profile.email = email
      profile.emailVerified = false
    }
    let now = rows.now.iso8601
    profile.id = profile.id ?? rows.ids.nextID()
    profile.createdAt = profile.createdAt ?? now
    profile.updatedAt = now
    try rows.setSpaceValue(.profile, StoredJSON.text(encoding: profile))
    return StoreAnswer(profile.json)
  }
}
