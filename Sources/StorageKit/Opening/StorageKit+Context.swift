import Foundation

extension StorageKit {
  /// An open database with what caches and repositories need.
  public struct Context: Sendable {
    /// The connections.
    public let storage: StorageContext
    /// Lifetimes, quota, clock and coders.
    public let config: StorageConfig
    /// The builder of cache keys.
    public let keys: KeyBuilder

    /// Reads, writes and observes the database; short for `storage.dbActor`.
    public var db: DatabaseActor { storage.dbActor }

    /// Puts a context together from parts that are made elsewhere.
    public init(storage: StorageContext, config: StorageConfig, keys: KeyBuilder) {
      self.storage = storage
      self.config = config
      self.keys = keys
    }

    /// Makes a repository of entities stored in one table, with caches of its own.
    ///
    /// The database needs the table of the record. With that of
    /// ``AppMigrations/addKVCache(tableName:)`` entities are cached on disk as well as in memory.
    ///
    /// - Parameters:
    ///   - entity: The type of the entities.
    ///   - record: The type of their rows.
    /// - Returns: The repository. Make one for a table and share it.
    public func makeRepository<E, R: StorageKitEntityRecord>(
      _ entity: E.Type, record: R.Type
    ) -> GenericRepository<E, R> where R.E == E {
      GenericRepository(db: storage.dbActor, keys: keys, config: config)
    }

    /// Makes a repository of entities that are their own rows.
    ///
    /// - Parameter entity: The type of the entities, which is also that of their rows.
    /// - Returns: The repository. Make one for a table and share it.
    public func makeRepository<E: StorageKitEntity & StorageKitEntityRecord>(
      _ entity: E.Type
    ) -> GenericRepository<E, E> where E.E == E {
      GenericRepository(db: storage.dbActor, keys: keys, config: config)
    }

    /// Makes a disk cache in the table of ``AppMigrations/addKVCache(tableName:)``.
    ///
    /// - Parameter value: The type of the cached values.
    /// - Returns: The cache.
    public func makeDiskCache<Value>(_ value: Value.Type) -> DiskCache<Value> {
      DiskCache(db: storage.dbActor, config: config)
    }
  }
}
