/// What a credential may do with things of one pattern.
public enum PermissionLevel: String, Codable, Hashable, Sendable, CaseIterable {
  /// See them.
  case read
  /// See and change them.
  case write
  /// Neither, even where a wider pattern allows it; only for item types.
  case none
}

/// What a credential is to its space.
public enum KeyRole: String, Codable, Hashable, Sendable, CaseIterable {
  /// Runs the server; no permission is asked.
  case admin
  /// Runs the space; once called `workspace_admin`.
  case tenantAdmin = "tenant_admin"
  /// Does what its maps allow.
  case member

  /// Reads a role; the older name of `tenant_admin` is understood.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let word = try container.decode(String.self)
    guard let role = KeyRole(rawValue: word == "workspace_admin" ? "tenant_admin" : word) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "A role must be admin, tenant_admin or member.")
    }
    self = role
  }
}

/// The maps from patterns to what a credential may do.
///
/// A pattern is a name, `parent.*` or `*`; the most specific that fits decides.
///
/// ```swift
/// let maps = PermissionMaps(types: ["core.*": .read, "core.note": .write])
/// ```
public struct PermissionMaps: Hashable, Sendable {
  /// Item types.
  public var types: [String: PermissionLevel]
  /// Namespaces of extensions.
  public var extensions: [String: PermissionLevel]
  /// Edge types.
  public var edges: [String: PermissionLevel]
  /// Parts of the space's own description, such as `types`.
  public var metadata: [String: PermissionLevel]
  /// Keys of documents that are bound to no item.
  public var documents: [String: PermissionLevel]

  /// An empty map allows nothing.
  public init(
    types: [String: PermissionLevel] = [:], extensions: [String: PermissionLevel] = [:],
    edges: [String: PermissionLevel] = [:], metadata: [String: PermissionLevel] = [:],
    documents: [String: PermissionLevel] = [:]
  ) {
    self.types = types
    self.extensions = extensions
    self.edges = edges
    self.metadata = metadata
    self.documents = documents
  }
}

/// A credential as the key routes show it, without its secret.
public struct APIKey: Hashable, Sendable, Identifiable {
  /// The key's id.
  public var id: String
  /// What a person calls it.
  public var label: String
  /// The display name that is stamped on what it creates.
  public var source: String
  /// What it is to its space.
  public var role: KeyRole
  /// The tier of items that are created without one.
  public var defaultTier: ItemTier?
  /// Whether it belongs to the platform.
  public var isPlatform: Bool
  /// What it may do.
  public var permissions: PermissionMaps
  /// When it was made, ISO 8601.
  public var createdAt: String
  /// When it was last used, ISO 8601, to the minute; nil when never.
  public var lastUsedAt: String?
  /// From when it is refused, ISO 8601; nil when it has no end.
  public var expiresAt: String?

  /// A credential without its secret; by default of a member who may do nothing special.
  public init(
    id: String, label: String, source: String, role: KeyRole = .member,
    defaultTier: ItemTier? = nil, isPlatform: Bool = false,
    permissions: PermissionMaps = PermissionMaps(), createdAt: String, lastUsedAt: String? = nil,
    expiresAt: String? = nil
  ) {
    self.id = id
    self.label = label
    self.source = source
    self.role = role
    self.defaultTier = defaultTier
    self.isPlatform = isPlatform
    self.permissions = permissions
    self.createdAt = createdAt
    self.lastUsedAt = lastUsedAt
    self.expiresAt = expiresAt
  }
}

extension APIKey: Codable {
  enum CodingKeys: String, CodingKey {
    case id, label, source, role
    case defaultTier = "default_tier"
    case isPlatform = "is_platform"
    case typePermissions = "type_permissions"
    case extensionPermissions = "extension_permissions"
    case edgePermissions = "edge_permissions"
    case metadataPermissions = "metadata_permissions"
    case documentPermissions = "document_permissions"
    case createdAt = "created_at"
    case lastUsedAt = "last_used_at"
    case expiresAt = "expires_at"
  }

  /// Reads a key; maps may be absent.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func map(_ key: CodingKeys) throws -> [String: PermissionLevel] {
      try container.decodeIfPresent([String: PermissionLevel].self, forKey: key) ?? [:]
    }
    self.init(
      id: try container.decode(String.self, forKey: .id),
      label: try container.decode(String.self, forKey: .label),
      source: try container.decode(String.self, forKey: .source),
      role: try container.decode(KeyRole.self, forKey: .role),
      defaultTier: try container.decodeIfPresent(ItemTier.self, forKey: .defaultTier),
      isPlatform: try container.decodeIfPresent(Bool.self, forKey: .isPlatform) ?? false,
      permissions: PermissionMaps(
        types: try map(.typePermissions), extensions: try map(.extensionPermissions),
        edges: try map(.edgePermissions), metadata: try map(.metadataPermissions),
        documents: try map(.documentPermissions)),
      createdAt: try container.decode(String.self, forKey: .createdAt),
      lastUsedAt: try container.decodeIfPresent(String.self, forKey: .lastUsedAt),
      expiresAt: try container.decodeIfPresent(String.self, forKey: .expiresAt))
  }

  /// Writes the key; `default_tier` and `last_used_at` are always there.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(label, forKey: .label)
    try container.encode(source, forKey: .source)
    try container.encode(role, forKey: .role)
    try container.encode(defaultTier, forKey: .defaultTier)
    try container.encode(isPlatform, forKey: .isPlatform)
    try container.encode(permissions.types, forKey: .typePermissions)
    try container.encode(permissions.extensions, forKey: .extensionPermissions)
    try container.encode(permissions.edges, forKey: .edgePermissions)
    try container.encode(permissions.metadata, forKey: .metadataPermissions)
    try container.encode(permissions.documents, forKey: .documentPermissions)
    try container.encode(createdAt, forKey: .createdAt)
    try container.encode(lastUsedAt, forKey: .lastUsedAt)
    try container.encodeIfPresent(expiresAt, forKey: .expiresAt)
  }
}
