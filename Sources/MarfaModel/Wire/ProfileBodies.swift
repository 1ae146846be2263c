/// The body of `PATCH /profile/me`; what is not named stays.
public struct PatchProfileBody: Codable, Hashable, Sendable {
  /// The name that others see.
  public var username: String?
  /// The first name.
  public var firstName: String?
  /// The last name.
  public var lastName: String?
  /// A few words on oneself.
  public var bio: String?
  /// The address for mail; a new one is not verified.
  public var email: String?

  /// What is nil stays as it is.
  public init(
    username: String? = nil, firstName: String? = nil, lastName: String? = nil,
    bio: String? = nil, email: String? = nil
  ) {
    self.username = username
    self.firstName = firstName
    self.lastName = lastName
    self.bio = bio
    self.email = email
  }

  enum CodingKeys: String, CodingKey {
    case username, bio, email
    case firstName = "first_name"
    case lastName = "last_name"
  }
}
