import Hummingbird
import MarfaModel
import Synchronization

/// Finds the credential of a request.
final class Authentication: Sendable {
  /// How long, in milliseconds, a key's last use may lag behind.
  private static let touchInterval: Int64 = 60_000

  /// A key that requests came with.
  private struct KnownKey {
    var stored: StoredKey
    var credential: Credential
    /// When its use was last noted; nil when it never was.
    var touchedAt: Int64?
  }

  private let store: any ServerStore
  private let clock: any WallClock
  /// By id; as many entries as there are keys in use.
  private let known = Mutex<[String: KnownKey]>([:])

  init(store: any ServerStore, clock: any WallClock) {
    self.store = store
    self.clock = clock
  }

  /// The credential of an `Authorization` header; nil when there is no header.
  ///
  /// - Throws: `UnauthorizedError` for a key that is unknown, revoked or over.
  func credential(of header: String?) async throws -> Credential? {
    guard let header else { return nil }
    guard let secret = KeySecret(authorization: header) else { throw UnauthorizedError.unknownKey }
    let hash = secret.hash
    guard let stored = try await store.key(hash: hash), KeySecret.areEqual(hash, stored.hash)
    else { throw UnauthorizedError.unknownKey }
    guard !stored.isExpired(at: clock.now) else { throw UnauthorizedError.expiredKey }
    let (credential, touch) = use(stored, at: clock.now)
    if let touch { try await store.touchKeys([stored.id: touch]) }
    return credential
  }

  /// The credential of a key, and the time to note as its last use when that is due.
  private func use(_ key: StoredKey, at now: Timestamp) -> (Credential, Timestamp?) {
    known.withLock { known in
      var entry =
        known[key.id]
        ?? KnownKey(
          stored: key, credential: Credential(APIKey(key)),
          touchedAt: key.lastUsedAt?.milliseconds)
      let isSame = entry.stored == key
      if !isSame {
        entry.stored = key
        entry.credential = Credential(APIKey(key))
      }
      let isDue = entry.touchedAt.map { now.milliseconds - $0 >= Self.touchInterval } ?? true
      if isDue { entry.touchedAt = now.milliseconds }
      if isDue || !isSame || known[key.id] == nil { known[key.id] = entry }
      return (entry.credential, isDue ? now : nil)
    }
  }
}

extension APIKey {
  /// The key without its hash, as the API shows it.
  init(_ stored: StoredKey) {
    func map(_ words: [String: String]) -> [String: PermissionLevel] {
      words.compactMapValues(PermissionLevel.init(rawValue:))
    }
    self.init(
      id: stored.id, label: stored.label, source: stored.source,
      role: KeyRole(rawValue: stored.role) ?? .member, defaultTier: stored.defaultTier,
      isPlatform: stored.isPlatform,
      permissions: PermissionMaps(
        types: map(stored.typePermissions), extensions: map(stored.extensionPermissions),
        edges: map(stored.edgePermissions), metadata: map(stored.metadataPermissions),
        documents: map(stored.documentPermissions)),
      createdAt: stored.createdAt.iso8601, lastUsedAt: stored.lastUsedAt?.iso8601,
      expiresAt: stored.expiresAt?.iso8601)
  }
}

extension StoredKey {
  /// The key as it is kept.
  init(_ key: APIKey, hash: String, createdAt: Timestamp) {
    func words(_ map: [String: PermissionLevel]) -> [String: String] {
      map.mapValues(\.rawValue)
    }
    self.init(
      id: key.id, hash: hash, label: key.label, source: key.source, role: key.role.rawValue,
      defaultTier: key.defaultTier, isPlatform: key.isPlatform,
      typePermissions: words(key.permissions.types),
      extensionPermissions: words(key.permissions.extensions),
      edgePermissions: words(key.permissions.edges),
      metadataPermissions: words(key.permissions.metadata),
      documentPermissions: words(key.permissions.documents), createdAt: createdAt,
      expiresAt: key.expiresAt.flatMap { Timestamp(iso8601: $0) })
  }
}
