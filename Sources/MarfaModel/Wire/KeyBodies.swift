/// The body of `POST /keys`.
///
/// ```swift
/// let forPhone = CreateKeyBody(label: "Phone", source: "phone")
/// ```
public struct CreateKeyBody: Codable, Hashable, Sendable {
  /// What a person calls it.
  public var label: String
  /// The display name that is stamped on what it creates; 1…200 characters.
  public var source: String
  /// What it is to its space; `member` when nil.
  public var role: KeyRole?
  /// The tier of items that are created without one.
  public var defaultTier: ItemTier?
  /// Whether it belongs to the platform; no when nil.
  public var isPlatform: Bool?
  /// Item types; none when nil.
  public var typePermissions: [String: PermissionLevel]?
  /// Namespaces of extensions; none when nil.
  public var extensionPermissions: [String: PermissionLevel]?
  /// Edge types; none when nil.
  public var edgePermissions: [String: PermissionLevel]?
  /// Parts of the space's description; none when nil.
  public var metadataPermissions: [String: PermissionLevel]?
  /// Keys of documents that are bound to no item; none when nil.
  public var documentPermissions: [String: PermissionLevel]?
  /// From when it is refused, ISO 8601; never when nil.
  public var expiresAt: String?

  /// A map that is nil permits nothing; what else is nil is left to the server.
  public init(
    label: String, source: String, role: KeyRole? = nil, defaultTier: ItemTier? = nil,
    isPlatform: Bool? = nil, typePermissions: [String: PermissionLevel]? = nil,
    extensionPermissions: [String: PermissionLevel]? = nil,
    edgePermissions: [String: PermissionLevel]? = nil,
    metadataPermissions: [String: PermissionLevel]? = nil,
    documentPermissions: [String: PermissionLevel]? = nil, expiresAt: String? = nil
  ) {
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
    self.expiresAt = expiresAt
  }

  enum CodingKeys: String, CodingKey {
    case label, source, role
    case defaultTier = "default_tier"
    case isPlatform = "is_platform"
    case typePermissions = "type_permissions"
    case extensionPermissions = "extension_permissions"
    case edgePermissions = "edge_permissions"
    case metadataPermissions = "metadata_permissions"
    case documentPermissions = "document_permissions"
    case expiresAt = "expires_at"
  }

  /// The maps, with nothing allowed where the body is silent.
  public var permissions: PermissionMaps {
    PermissionMaps(
      types: typePermissions ?? [:], extensions: extensionPermissions ?? [:],
      edges: edgePermissions ?? [:], metadata: metadataPermissions ?? [:],
      documents: documentPermissions ?? [:])
  }
}

/// The body of `PATCH /keys/{id}`; a map that is given replaces the old one.
public struct PatchKeyBody: Codable, Hashable, Sendable {
  /// What a person calls it.
  public var label: String?
  /// The tier of items that are created without one.
  public var defaultTier: ItemTier?
  /// Item types.
  public var typePermissions: [String: PermissionLevel]?
  /// Namespaces of extensions.
  public var extensionPermissions: [String: PermissionLevel]?
  /// Edge types.
  public var edgePermissions: [String: PermissionLevel]?
  /// Parts of the space's description.
  public var metadataPermissions: [String: PermissionLevel]?
  /// Keys of documents that are bound to no item.
  public var documentPermissions: [String: PermissionLevel]?
  /// From when it is refused, ISO 8601; as before when nil.
  public var expiresAt: String?

  /// What is nil stays as it is.
  public init(
    label: String? = nil, defaultTier: ItemTier? = nil,
    typePermissions: [String: PermissionLevel]? = nil,
    extensionPermissions: [String: PermissionLevel]? = nil,
    edgePermissions: [String: PermissionLevel]? = nil,
    metadataPermissions: [String: PermissionLevel]? = nil,
    documentPermissions: [String: PermissionLevel]? = nil, expiresAt: String? = nil
  ) {
    self.label = label
    self.defaultTier = defaultTier
    self.typePermissions = typePermissions
    self.extensionPermissions = extensionPermissions
    self.edgePermissions = edgePermissions
    self.metadataPermissions = metadataPermissions
    self.documentPermissions = documentPermissions
    self.expiresAt = expiresAt
  }

  enum CodingKeys: String, CodingKey {
    case label
    case defaultTier = "default_tier"
    case typePermissions = "type_permissions"
    case extensionPermissions = "extension_permissions"
    case edgePermissions = "edge_permissions"
    case metadataPermissions = "metadata_permissions"
    case documentPermissions = "document_permissions"
    case expiresAt = "expires_at"
  }

  /// The maps that the patch gives, with nothing allowed where it is silent.
  public var permissions: PermissionMaps {
    PermissionMaps(
      types: typePermissions ?? [:], extensions: extensionPermissions ?? [:],
      edges: edgePermissions ?? [:], metadata: metadataPermissions ?? [:],
      documents: documentPermissions ?? [:])
  }

  /// The key after the patch.
  public func applied(to key: APIKey) -> APIKey {
    var result = key
    result.label = label ?? key.label
    result.defaultTier = defaultTier ?? key.defaultTier
    result.expiresAt = expiresAt ?? key.expiresAt
    result.permissions = PermissionMaps(
      types: typePermissions ?? key.permissions.types,
      extensions: extensionPermissions ?? key.permissions.extensions,
      edges: edgePermissions ?? key.permissions.edges,
      metadata: metadataPermissions ?? key.permissions.metadata,
      documents: documentPermissions ?? key.permissions.documents)
    return result
  }
}

/// The answer to `POST /keys`: the key with its secret, which is shown this once.
public struct CreatedKeyResponse: Codable, Hashable, Sendable {
  /// The key.
  public var description: APIKey
  /// The secret, `marfa_k1_…`.
  public var key: String

  /// A new key and its secret, which is shown this once.
  public init(description: APIKey, key: String) {
    self.description = description
    self.key = key
  }

  private enum CodingKeys: String, CodingKey {
    case key
  }

  /// Reads an answer; the secret is among the key's fields.
  public init(from decoder: any Decoder) throws {
    description = try APIKey(from: decoder)
    key = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .key)
  }

  /// Writes the secret among the key's fields.
  public func encode(to encoder: any Encoder) throws {
    try description.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(key, forKey: .key)
  }
}

/// The answer `{"keys"}`, oldest first.
public struct KeysResponse: Codable, Hashable, Sendable {
  /// The keys, without secrets.
  public var keys: [APIKey]

  /// Keys without their secrets, the oldest first.
  public init(keys: [APIKey]) { self.keys = keys }
}
