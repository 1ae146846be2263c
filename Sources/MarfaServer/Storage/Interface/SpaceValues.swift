import MarfaModel

/// What an administrator set of the space through the API; what is nil is as the server's own
/// settings say.
public struct TenantConfiguration: Codable, Hashable, Sendable {
  /// Days that a trashed item is kept.
  public var trashRetentionDays: Int?
  /// Whether properties that a type does not know are refused.
  public var refusesUnknownProperties: Bool?

  /// By default it sets nothing.
  public init(trashRetentionDays: Int? = nil, refusesUnknownProperties: Bool? = nil) {
    self.trashRetentionDays = trashRetentionDays
    self.refusesUnknownProperties = refusesUnknownProperties
  }
}

/// How the space is kept.
public struct SpaceSettings: Codable, Hashable, Sendable {
  /// Days that a trashed item is kept.
  public var trashRetentionDays: Int
  /// Whether properties that a type does not know are refused.
  public var refusesUnknownProperties: Bool
  /// How long versions are kept where a type does not say.
  public var versionPolicy: VersionPolicy
  /// What an administrator set in place of the first two; nil when nothing was.
  public var tenant: TenantConfiguration?
  /// What a question may cost; nil as an older build left it.
  private var readLimits: ReadLimits?

  /// What a question may cost.
  public var reading: ReadLimits {
    get { readLimits ?? ReadLimits() }
    set { readLimits = newValue }
  }
  /// Days that a trashed item is kept: the tenant's, or else the server's.
  public var keptTrashDays: Int { tenant?.trashRetentionDays ?? trashRetentionDays }
  /// Whether unknown properties are refused: as the tenant says, or else the server.
  public var isStrict: Bool { tenant?.refusesUnknownProperties ?? refusesUnknownProperties }

  /// By default 60 days, and unknown properties are kept.
  public init(
    trashRetentionDays: Int = Lifecycle.standardTrashRetentionDays,
    refusesUnknownProperties: Bool = false, versionPolicy: VersionPolicy = .standard
  ) {
    self.trashRetentionDays = trashRetentionDays
    self.refusesUnknownProperties = refusesUnknownProperties
    self.versionPolicy = versionPolicy
  }
}

/// The person that the space belongs to.
public struct Profile: Codable, Hashable, Sendable {
  /// Its id as an item of `system.profile`; nil before it is made.
  public var id: String?
  /// A short name.
  public var username: String?
  /// The given name.
  public var firstName: String?
  /// The family name.
  public var lastName: String?
  /// A few words.
  public var bio: String?
  /// A picture.
  public var avatarURL: String?
  /// The address.
  public var email: String?
  /// Whether the address was confirmed.
  public var emailVerified: Bool
  /// When it was made, ISO 8601; nil before.
  public var createdAt: String?
  /// When it last changed, ISO 8601; nil before.
  public var updatedAt: String?

  /// An empty profile.
  public init() { emailVerified = false }

  enum CodingKeys: String, CodingKey {
    case id, username, bio, email
    case firstName = "first_name"
    case lastName = "last_name"
    case avatarURL = "avatar_url"
    case emailVerified = "email_verified"
    case createdAt = "created_at"
    case updatedAt = "updated_at"
  }
}

extension Profile {
  /// Every documented field, `null` where there is no value.
  var json: JSONValue {
    func text(_ value: String?) -> JSONValue { value.map(JSONValue.string) ?? .null }
    return [
      "username": text(username), "first_name": text(firstName), "last_name": text(lastName),
      "bio": text(bio), "avatar_url": text(avatarURL), "email": text(email),
      "email_verified": .bool(emailVerified), "created_at": text(createdAt),
      "updated_at": text(updatedAt),
    ]
  }
}
