import Foundation
import GRDB
import StorageKit

/// The entity of the documented samples.
struct UserProfileModel: StorageKitEntity {
  var id: String
  var name: String
  var email: String
}

/// Its row.
struct UserProfileRecord: StorageKitEntityRecord, Codable {
  static let databaseTableName = "user_profiles"

  var id: String
  var name: String
  var email: String
  var updatedAt: Date

  func asEntity() -> UserProfileModel {
    UserProfileModel(id: id, name: name, email: email)
  }

  static func from(_ entity: UserProfileModel, now: Date) -> UserProfileRecord {
    UserProfileRecord(id: entity.id, name: entity.name, email: entity.email, updatedAt: now)
  }
}

extension UserProfileModel {
  static func named(_ name: String, id: String = "u1") -> UserProfileModel {
    UserProfileModel(id: id, name: name, email: "\(name)@example.org")
  }
}

extension AppMigrations {
  /// The schema of the samples.
  mutating func addUserProfiles() {
    addKVCache()
    add(id: "2025-08-28_create_user_profiles", ifTableMissing: "user_profiles") { db in
      try db.create(table: "user_profiles") { t in
        t.column("id", .text).primaryKey()
        t.column("name", .text).notNull().check(sql: "name <> 'refused'")
        t.column("email", .text).notNull()
        t.column("updatedAt", .datetime).notNull()
      }
    }
  }
}

/// A pool in a folder of its own, with the samples' schema.
struct Store {
  let folder: TemporaryFolder
  let clock = TestClock()
  let ctx: StorageKit.Context

  init(diskQuotaBytes: Int = 30 * 1024 * 1024) throws {
    folder = try TemporaryFolder()
    ctx = try StorageKit.start(
      at: folder.database,
      options: .init(diskQuotaBytes: diskQuotaBytes, clock: clock)
    ) { $0.addUserProfiles() }
  }

  var users: GenericRepository<UserProfileModel, UserProfileRecord> {
    ctx.makeRepository(UserProfileModel.self, record: UserProfileRecord.self)
  }

  func execute(_ sql: String) throws {
    try ctx.storage.pool.write { try $0.execute(sql: sql) }
  }

  /// Changes the file through a connection that this process's pool knows nothing of.
  func executeElsewhere(_ sql: String) throws {
    try DatabaseQueue(path: folder.database.path).write { try $0.execute(sql: sql) }
  }

  func count(_ sql: String) throws -> Int {
    try ctx.storage.pool.read { try Int.fetchOne($0, sql: sql) ?? -1 }
  }
}
