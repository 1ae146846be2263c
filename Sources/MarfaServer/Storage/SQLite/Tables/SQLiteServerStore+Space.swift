import GRDB
import MarfaModel

extension SQLiteServerStore {
  /// The settings; the standard ones until they are set.
  public func settings() async throws -> SpaceSettings {
    try await catalogue().settings
  }

  /// Replaces the settings.
  public func setSettings(_ settings: SpaceSettings) async throws {
    try await commits.perform { transaction in
      try transaction.db.setSpaceValue("settings", StoredJSON.text(encoding: settings))
      try transaction.catalogueChanged()
    }
  }

  /// The profile; empty until it is set.
  public func profile() async throws -> Profile {
    try await read { try $0.profile() }
  }

  /// Changes the profile in one transaction.
  public func updateProfile(
    _ change: @escaping @Sendable (inout Profile) throws -> Void
  ) async throws -> Profile {
    try await commits.perform { transaction in
      var profile = try transaction.db.profile()
      try change(&profile)
      let now = transaction.timestamp.iso8601
      profile.createdAt = profile.createdAt ?? now
      profile.updatedAt = now
      try transaction.db.setSpaceValue("profile", StoredJSON.text(encoding: profile))
      return profile
    }
  }
}

extension Database {
  /// The profile; empty until it is set.
  func profile() throws -> Profile {
    try spaceValue("profile").map { try StoredJSON.value($0, as: Profile.self) } ?? Profile()
  }
}
