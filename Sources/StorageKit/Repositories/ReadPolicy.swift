import Foundation

/// Where a repository looks for an entity, and how old a cached one may be.
///
/// ```swift
/// let cached = try await users.get(id: "u1", policy: .memoryOnly)
/// let recent = try await users.get(id: "u1", policy: .localFirst(ttl: 3600))
/// let saved = try await users.get(id: "u1", policy: .databaseOnly)
/// ```
public enum ReadPolicy: Hashable, Sendable {
  /// Only the caches, memory first; an entity older than the default lifetime is not returned.
  case memoryOnly
  /// The caches, then the database.
  ///
  /// A cached entity is returned if it is younger than `ttl` seconds; `nil` takes the default
  /// lifetime, zero or less accepts any age.
  case localFirst(ttl: TimeInterval?)
  /// Only the database; the caches are filled with what it returns.
  case databaseOnly
  /// A cached entity of any age at once, else the database.
  ///
  /// One that is `maxAge` seconds old or older is read again in the background, for later reads.
  case staleWhileRevalidate(maxAge: TimeInterval)
}
