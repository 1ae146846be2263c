import Foundation
import GRDB

/// A row of a table, converted to and from the entity that the application sees.
///
/// ```swift
/// struct UserRecord: StorageKitEntityRecord, Codable {
///   static let databaseTableName = "users"
///
///   var id: String
///   var name: String
///   var updatedAt: Date
///
///   func asEntity() -> User { User(id: id, name: name) }
///
///   static func from(_ user: User, now: Date) -> Self {
///     UserRecord(id: user.id, name: user.name, updatedAt: now)
///   }
/// }
/// ```
///
/// An entity that conforms itself, with `typealias E = Self`, needs neither function: it is its own
/// row. The table's primary key is one text column that holds the entity's id. Rows of long lists
/// are read fastest by a hand-written `init(row:)`.
public protocol StorageKitEntityRecord: FetchableRecord, PersistableRecord, Sendable {
  /// The entity that the row stores.
  associatedtype E: StorageKitEntity

  /// The name of the column that holds the entity's id.
  static var idColumn: String { get }

  /// The entity that the row stores.
  func asEntity() -> E

  /// The row that stores an entity.
  ///
  /// - Parameters:
  ///   - entity: The entity to store.
  ///   - now: The moment of the write, for a column such as `updatedAt`.
  /// - Returns: The row.
  static func from(_ entity: E, now: Date) -> Self
}

extension StorageKitEntityRecord {
  /// The column `id`.
  public static var idColumn: String { "id" }
}

extension StorageKitEntityRecord where E == Self {
  /// The row itself, for an entity that is its own row.
  public func asEntity() -> Self { self }

  /// The entity itself, for one that is its own row; the moment of the write is not stored.
  public static func from(_ entity: Self, now: Date) -> Self { entity }
}
