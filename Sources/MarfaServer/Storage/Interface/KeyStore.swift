import MarfaModel

/// API keys, of which only a hash is kept; they are changed and revoked as mutations are.
///
/// - Throws: Each method: `StoreFailure`, and the errors that are named at it.
public protocol KeyStore: Sendable {
  /// Keeps a new key.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - condition: Whether it must be the first.
  /// - Throws: `UnauthorizedError` when it had to be the first and is not; `APIError` with
  ///   `conflict` when its id or hash is taken.
  func createKey(_ key: StoredKey, _ condition: KeyCondition) async throws
  /// Every key, oldest first.
  func keys() async throws -> [StoredKey]
  /// The key with a hash, for each request; nil when there is none.
  func key(hash: String) async throws -> StoredKey?
  /// The key of an id; nil when there is none, as after a revocation.
  func key(id: String) async throws -> StoredKey?
  /// Notes when keys were last used; unknown ids are ignored.
  func touchKeys(_ lastUsed: [String: Timestamp]) async throws
}

/// Whether a new key must be the first.
public enum KeyCondition: Hashable, Sendable {
  /// Any time.
  case always
  /// Only while there is none: how the first key is made.
  case first
}

/// An API key as it is kept.
public struct StoredKey: Hashable, Sendable, Identifiable {
  /// The key's id.
  public var id: String
  /// A digest of the secret, in hexadecimal.
  public var hash: String
  /// What a person calls it.
  public var label: String
  /// The display name that is stamped on items.
  public var source: String
  /// `admin`, `tenant_admin` or `member`.
  public var role: String
  /// The tier of items that name none.
  public var defaultTier: ItemTier?
  /// Whether it belongs to the platform.
  public var isPlatform: Bool
  /// `read`, `write` or `none` by pattern of type.
  public var typePermissions: [String: String]
  /// `read` or `write` by pattern of namespace.
  public var extensionPermissions: [String: String]
  /// `read` or `write` by pattern of edge type.
  public var edgePermissions: [String: String]
  /// `read` or `write` by area, such as `types`.
  public var metadataPermissions: [String: String]
  /// `read` or `write` by pattern of a document's key, for documents that are bound to no item.
  public var documentPermissions: [String: String]
  /// When it was made.
  public var createdAt: Timestamp
  /// When it was last used; nil before the first time.
  public var lastUsedAt: Timestamp?
  /// From when it is refused; nil when it has no end.
  public var expiresAt: Timestamp?

  /// Takes each part as it is.
  public init(
    id: String, hash: String, label: String, source: String, role: String,
    defaultTier: ItemTier? = nil, isPlatform: Bool = false,
    typePermissions: [String: String] = [:], extensionPermissions: [String: String] = [:],
    edgePermissions: [String: String] = [:], metadataPermissions: [String: String] = [:],
    documentPermissions: [String: String] = [:],
    createdAt: Timestamp, lastUsedAt: Timestamp? = nil, expiresAt: Timestamp? = nil
  ) {
    self.id = id
    self.hash = hash
    self.label = label
    self.source = source
    self.role = role
    self.defaultTier = defaultTier
    self.isPlatform = isPlatform
    self.typePermissions = typePermissions
    self.extensionPermissions = extensionPermissions
    self.edgePermissions = edgePermissions
    self.metadataPermissions = metadataPermissions
    self.documentPermissions = documentPermissions
    self.createdAt = createdAt
    self.lastUsedAt = lastUsedAt
    self.expiresAt = expiresAt
  }

  /// Whether it is refused by a moment because its time is over.
  public func isExpired(at moment: Timestamp) -> Bool {
    expiresAt.map { $0 <= moment } ?? false
  }
}
