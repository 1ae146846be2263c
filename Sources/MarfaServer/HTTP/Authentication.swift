import Hummingbird
import MarfaModel
import Synchronization

/// Finds the credential of a request.
final class Authentication: Sendable {
  /// How long, in milliseconds, a key's last use may lag behind.
  private static let touchInterval: Int64 = 60_000

  private let store: any ServerStore
  private let clock: any WallClock
  /// When each key was last noted as used; as many entries as there are keys in use.
  private let touched = Mutex<[String: Int64]>([:])

  init(store: any ServerStore, clock: any WallClock) {
    self.store = store
    self.clock = clock
  }

  /// The credential of an `Authorization` header; nil when there is no header.
  ///
  /// - Throws: `UnauthorizedError` for a key that is unknown or revoked.
  func credential(of header: String?) async throws -> Credential? {
    guard let header else { return nil }
    guard let secret = KeySecret(authorization: header),
      let stored = try await store.key(hash: secret.hash), secret.matches(hash: stored.hash)
    else { throw UnauthorizedError.unknownKey }
    try await touch(stored)
    return Credential(APIKey(stored))
  }

  private func touch(_ key: StoredKey) async throws {
    let now = clock.now
    let isDue = touched.withLock { touched in
      let last = touched[key.id] ?? key.lastUsedAt?.milliseconds ?? .min
      guard last == .min || now.milliseconds - last >= Self.touchInterval else { return false }
      touched[key.id] = now.milliseconds
      return true
    }
    if isDue { try await store.touchKeys([key.id: now]) }
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
        edges: map(stored.edgePermissions), metadata: map(stored.metadataPermissions)),
      createdAt: stored.createdAt.iso8601, lastUsedAt: stored.lastUsedAt?.iso8601)
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
      metadataPermissions: words(key.permissions.metadata), createdAt: createdAt)
  }
}
