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
}

extension Database {
  /// The profile; empty until it is set.
  func profile() throws -> Profile {
    try spaceValue("profile").map { try StoredJSON.value($0, as: Profile.self) } ?? Profile()
  }
}
