import Foundation
import StorageKit

/// The entity of the examples, which is also a row with its columns alone.
struct User: StorageKitEntity, StorageKitEntityRecord {
  typealias E = Self
  static let databaseTableName = "users"

  var id: String
  var name: String
}

struct UserRecord: StorageKitEntityRecord, Codable {
  static let databaseTableName = "users"

  var id: String
  var name: String
  var updatedAt: Date

  func asEntity() -> User { User(id: id, name: name) }

  static func from(_ user: User, now: Date) -> Self {
    UserRecord(id: user.id, name: user.name, updatedAt: now)
  }
}

extension AppMigrations {
  /// The schema of the examples.
  mutating func addUsers() {
    addKVCache()
    add(id: "create-users", ifTableMissing: "users") { db in
      try db.create(table: "users") { t in
        t.column("id", .text).primaryKey()
        t.column("name", .text).notNull()
        t.column("updatedAt", .datetime)
      }
    }
  }
}
