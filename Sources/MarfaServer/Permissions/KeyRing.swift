import MarfaModel

/// What is done with keys, for the routes and the command line.
public struct KeyRing: Sendable {
  private let store: any ServerStore
  private let clock: any WallClock
  private let ids: ItemIdGenerator
  private let randomness: @Sendable () -> any RandomNumberGenerator

  /// Works on the keys of a store.
  ///
  /// - Parameters:
  ///   - store: Where the keys are.
  ///   - clock: What time it is.
  ///   - ids: Where ids come from.
  ///   - randomness: Where secrets come from.
  public init(
    _ store: any ServerStore, clock: any WallClock, ids: ItemIdGenerator,
    randomness: @escaping @Sendable () -> any RandomNumberGenerator
  ) {
    self.store = store
    self.clock = clock
    self.ids = ids
    self.randomness = randomness
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
    let (key, secret) = try newKey(body)
    try await store.createKey(key, condition)
    return CreatedKeyResponse(description: APIKey(key), key: secret.text)
  }

  /// Every key, oldest first.
  ///
  /// - Throws: `StoreFailure`.
  public func all() async throws -> [APIKey] {
    try await store.keys().map(APIKey.init)
  }

  /// Revokes a key.
  ///
  /// - Parameter id: The key.
  /// - Throws: `NotFoundError` with `not_found`; `APIError` with `conflict` for the last
  ///   administrator's.
  public func revoke(id: String) async throws {
    let context = WriteContext(access: FullAccess(), credentialId: "", source: "")
    _ = try await store.write(.deleteKey(id: id), context)
  }

  /// A key that is not kept yet, with its secret.
  ///
  /// - Parameter body: What is wanted.
  /// - Returns: The key and its secret.
  /// - Throws: `ValidationError` with the field.
  func newKey(_ body: CreateKeyBody) throws -> (key: StoredKey, secret: KeySecret) {
    let now = clock.now
    try KeyRules.check(body, now: now)
    var randomness = self.randomness()
    let secret = KeySecret(using: &randomness)
    let key = APIKey(
      id: ids.nextId(), label: body.label, source: body.source,
      role: body.role ?? .member, defaultTier: body.defaultTier,
      isPlatform: body.isPlatform ?? false, permissions: body.permissions,
      createdAt: now.iso8601, expiresAt: body.expiresAt)
    return (StoredKey(key, hash: secret.hash, createdAt: now), secret)
  }
}

/// What the fields of a key may be.
enum KeyRules {
  /// - Throws: `ValidationError` with the field.
  static func check(_ body: CreateKeyBody, now: Timestamp) throws {
    try check(body.label, field: "label")
    try check(body.source, field: "source")
    try check(body.permissions)
    try check(end: body.expiresAt, now: now)
  }

  /// - Throws: `ValidationError` with the field.
  static func check(_ body: PatchKeyBody, now: Timestamp) throws {
    try check(end: body.expiresAt, now: now)
    if let label = body.label { try check(label, field: "label") }
    try check(body.permissions)
  }

  private static func check(end: String?, now: Timestamp) throws {
    guard let end else { return }
    try ItemRules.validateTimestamp(end, field: "expires_at")
    guard let time = Timestamp(iso8601: end), time > now else {
      throw ValidationError(
        message: "expires_at is in the future; revoke a key to end it now.",
        details: ["field": "expires_at"])
    }
  }

  private static func check(_ text: String, field: String) throws {
    // Lists of keys are read on terminals.
    guard (1...200).contains(text.count),
      !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else {
      throw ValidationError(
        message: "\(field) has 1 to 200 characters and no control characters.",
        details: ["field": .string(field)])
    }
  }

  private static func check(_ maps: PermissionMaps) throws {
    let others = [
      ("extension_permissions", maps.extensions), ("edge_permissions", maps.edges),
      ("metadata_permissions", maps.metadata), ("document_permissions", maps.documents),
    ]
    for (field, map) in [("type_permissions", maps.types)] + others {
      for pattern in map.keys.sorted() where !PermissionPattern.isWellFormed(pattern) {
        throw ValidationError(
          message: "\(pattern) is not a pattern: use a name such as core.note, name.* or *.",
          details: ["field": .string("\(field).\(pattern)")])
      }
    }
    for (field, map) in others {
      for (pattern, level) in map.sorted(by: { $0.key < $1.key }) where level == .none {
        throw ValidationError(
          message: "The level must be read or write.",
          details: ["field": .string("\(field).\(pattern)")])
      }
    }
  }
}
