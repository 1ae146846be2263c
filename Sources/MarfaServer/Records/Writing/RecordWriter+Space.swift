import MarfaModel

/// Keys and the profile.
extension RecordWriter {
  /// `POST /keys`.
  func create(_ key: StoredKey) throws -> StoreAnswer {
    try requireAdministrator()
    try context.limits.check(APIKey(key).permissions)
    try checkSource(of: key)
    try rows.insert(key)
    try note(
      .keyCreated, key.id,
      ["label": .string(key.label), "source": .string(key.source), "role": .string(key.role)])
    return try StoreAnswer(outcome: .created, encoding: APIKey(key))
  }

  /// Keeps a key of limited rights from speaking in somebody else's name: a source is part of
  /// natural keys, and says who made a note.
  private func checkSource(of key: StoredKey) throws {
    guard !context.access.isUnrestricted, key.source != context.source else { return }
    guard try !rows.hasAPIKey(source: key.source) else {
      throw StoreErrors.forbidden("Another key has the source \(key.source); choose another.")
    }
  }

  /// `PATCH /keys/{id}`.
  func patchKey(_ id: String, _ body: PatchKeyBody) throws -> StoreAnswer {
    try requireAdministrator()
    guard let stored = try rows.apiKey(id: id) else { throw StoreErrors.keyNotFound(id) }
    let old = APIKey(stored)
    var key = body.applied(to: old)
    try context.limits.check(key.permissions, over: old.permissions)
    key.expiresAt = key.expiresAt.flatMap { Timestamp(iso8601: $0)?.iso8601 }
    if key.expiresAt != nil { try requireAnotherLastingAdministrator(than: stored) }
    try rows.update(StoredKey(key, hash: stored.hash, createdAt: stored.createdAt))
    try note(.keyChanged, id, ["label": .string(key.label)])
    return try StoreAnswer(encoding: key)
  }

  /// `DELETE /keys/{id}`.
  ///
  /// The last administrator without an end stays, and without an end: without one nobody could make
  /// another.
  func deleteKey(_ id: String) throws -> StoreAnswer {
    try requireAdministrator()
    guard let key = try rows.apiKey(id: id) else { throw StoreErrors.keyNotFound(id) }
    try requireAnotherLastingAdministrator(than: key)
    try rows.deleteKey(id)
    try note(.keyRevoked, id, ["label": .string(key.label), "source": .string(key.source)])
    return .ok
  }

  /// - Throws: `APIError` with `conflict` when a key is the last administrator's without an end.
  private func requireAnotherLastingAdministrator(than key: StoredKey) throws {
    guard try rows.lastingAPIKeys(role: KeyRole.admin.rawValue, limit: 2) != [key.id] else {
      throw APIError(
        code: ErrorCode.conflict,
        message: "The last key with the role admin cannot be revoked; create another first.")
    }
  }

  /// `PUT /tenants/current/config`.
  func setTenant(_ configuration: TenantConfiguration) throws -> StoreAnswer {
    try requireAdministrator()
    if let days = configuration.trashRetentionDays, !(1...36_500).contains(days) {
      throw StoreErrors.invalid(
        "trash_retention_days", "Trash is kept for 1 to 36500 days.", limit: 36_500)
    }
    var settings = try rows.catalogue().settings
    settings.tenant = configuration
    try rows.setSpaceValue(.settings, StoredJSON.text(encoding: settings))
    try note(.settingsChanged, "", settings.json.objectValue ?? [:])
    return StoreAnswer(settings.json)
  }

  /// `PATCH /profile/me`.
  func patchProfile(_ body: PatchProfileBody) throws -> StoreAnswer {
    try requireProfile()
    var profile = try rows.profile()
    profile.username = body.username ?? profile.username
    profile.firstName = body.firstName ?? profile.firstName
    profile.lastName = body.lastName ?? profile.lastName
    profile.bio = body.bio ?? profile.bio
    if let email = body.email, email != profile.email {
      profile.email = email
      profile.emailVerified = false
    }
    return try save(&profile)
  }

  /// `POST` and `DELETE /profile/me/avatar`.
  ///
  /// The picture is a blob like any other; what refers to it has the key 0, which no item has, so
  /// that no cleanup takes it.
  func setAvatar(_ hash: String?) throws -> StoreAnswer {
    try requireProfile()
    var profile = try rows.profile()
    let old = profile
    profile.avatarURL = hash.map { Self.blobPath + $0 }
    try holdAvatar(of: profile, over: old)
    return try save(&profile)
  }

  /// Notes which blob is the picture of the profile.
  func holdAvatar(of profile: Profile, over old: Profile?) throws {
    func hashes(_ profile: Profile?) -> Set<String> {
      guard let url = profile?.avatarURL, url.hasPrefix(Self.blobPath) else { return [] }
      return [String(url.dropFirst(Self.blobPath.count))]
    }
    let (new, gone) = (hashes(profile), hashes(old))
    try rows.setBlobs(of: 0, adding: new, removing: gone.subtracting(new))
  }

  private static var blobPath: String { "/blobs/" }

  private func save(_ profile: inout Profile) throws -> StoreAnswer {
    let now = rows.now.iso8601
    profile.id = profile.id ?? rows.ids.nextId()
    profile.createdAt = profile.createdAt ?? now
    profile.updatedAt = now
    try rows.setSpaceValue(.profile, StoredJSON.text(encoding: profile))
    return StoreAnswer(profile.json)
  }
}
