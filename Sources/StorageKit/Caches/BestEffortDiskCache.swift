import Foundation

/// A disk cache whose failures do not stop its user: they are reported, and a read misses.
///
/// For values that can always be computed again. Made by ``DiskCache/bestEffort(onError:)``.
public struct BestEffortDiskCache<Value: Codable & Sendable>: Sendable {
  private let cache: DiskCache<Value>
  private let onError: @Sendable (StorageError) -> Void

  init(cache: DiskCache<Value>, onError: @escaping @Sendable (StorageError) -> Void) {
    self.cache = cache
    self.onError = onError
  }

  /// The value of a key, or `nil` if absent, expired or unreadable.
  public func get(_ key: String) async -> Value? {
    await attempt { () throws(StorageError) in try await cache.get(key) } ?? nil
  }

  /// Stores a value, if it can be stored.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - key: Its key.
  ///   - ttl: Seconds to live; `nil` takes the default, zero or less never expires.
  public func set(_ value: Value, for key: String, ttl: TimeInterval? = nil) async {
    await attempt { () throws(StorageError) in try await cache.set(value, for: key, ttl: ttl) }
  }

  /// Removes a key, if it can be removed.
  public func remove(_ key: String) async {
    await attempt { () throws(StorageError) in try await cache.remove(key) }
  }

  /// Removes every entry, if they can be removed.
  public func removeAll() async {
    await attempt { () throws(StorageError) in try await cache.removeAll() }
  }

  /// Removes the entries that have expired, if they can be removed.
  public func pruneExpired() async {
    await attempt { () throws(StorageError) in try await cache.pruneExpired().get() }
  }

  @discardableResult
  private func attempt<Output: Sendable>(
    _ work: () async throws(StorageError) -> Output
  ) async -> Output? {
    do {
      return try await work()
    } catch {
      onError(error)
      return nil
    }
  }
}

extension DiskCache {
  /// The cache with failures reported in place of thrown.
  ///
  /// - Parameter onError: Receives each failure, on the caller's executor.
  /// - Returns: A view of the same entries.
  public nonisolated func bestEffort(
    onError: @escaping @Sendable (StorageError) -> Void
  ) -> BestEffortDiskCache<Value> {
    BestEffortDiskCache(cache: self, onError: onError)
  }
}
