import Foundation
import GRDB

/// Opens a database with its schema, caches and repositories.
///
/// ```swift
/// var schema = AppMigrations()
/// schema.addKVCache()
/// schema.add(id: "create-users", ifTableMissing: "users") { db in
///   try db.create(table: "users") { t in
///     t.column("id", .text).primaryKey()
///     t.column("name", .text).notNull()
///   }
/// }
/// let ctx = try StorageKit.start { $0 = schema }
/// ```
public enum StorageKit {
  /// Opens the database in the default location, creating it when it is absent.
  ///
  /// - Parameters:
  ///   - options: File name, namespace, lifetimes, quota and connections.
  ///   - migrationsBuilder: Describes the schema; the default is the cache's table alone.
  /// - Returns: The open database.
  /// - Throws: ``StorageError``: `.corrupt`, `.readOnly`, `.diskFull`, `.cannotOpen`, `.busy`,
  ///   `.newerVersion`, `.editedMigration` or `.migration`. The file is as it was before.
  public static func start(
    _ options: Options = Options(),
    migrationsBuilder: (inout AppMigrations) -> Void = { $0.addKVCache() }
  ) throws(StorageError) -> Context {
    let url = try defaultDatabaseURL(fileName: options.fileName)
    return try start(at: url, options: options, migrationsBuilder: migrationsBuilder)
  }

  /// Opens the database at a location, creating the file and its folder when they are absent.
  ///
  /// - Parameters:
  ///   - url: The file. Its folder should hold nothing else that is written often, because
  ///     other processes' commits are noticed by watching it.
  ///   - options: Namespace, lifetimes, quota and connections.
  ///   - migrationsBuilder: Describes the schema; the default is the cache's table alone.
  /// - Returns: The open database.
  /// - Throws: ``StorageError``: `.corrupt`, `.readOnly`, `.diskFull`, `.cannotOpen`, `.busy`,
  ///   `.newerVersion`, `.editedMigration` or `.migration`. The file is as it was before.
  public static func start(
    at url: URL,
    options: Options = Options(),
    migrationsBuilder: (inout AppMigrations) -> Void = { $0.addKVCache() }
  ) throws(StorageError) -> Context {
    let writer: any DatabaseWriter =
      switch options.pool.connections {
      case .several: try makePool(at: url, options: options.pool)
      case .one: try makeQueue(at: url, options: options.pool)
      }
    return try makeContext(on: writer, options: options, migrationsBuilder: migrationsBuilder)
  }

  /// Opens a database in memory, which is gone when the last reference to it goes.
  ///
  /// Reads and writes share one connection. There are no other processes to watch.
  ///
  /// - Parameters:
  ///   - options: Namespace, lifetimes, quota and connections.
  ///   - migrationsBuilder: Describes the schema; the default is the cache's table alone.
  /// - Returns: The open database.
  /// - Throws: ``StorageError`` with `.migration` when the schema is wrong.
  public static func startInMemory(
    options: Options = Options(),
    migrationsBuilder: (inout AppMigrations) -> Void = { $0.addKVCache() }
  ) throws(StorageError) -> Context {
    let queue = try StorageError.wrapping("opening a database in memory") {
      try DatabaseQueue(configuration: options.pool.makeConfiguration())
    }
    return try makeContext(on: queue, options: options, migrationsBuilder: migrationsBuilder)
  }

  /// Opens a database in memory that begins with all that another one has.
  ///
  /// It costs a fraction of running many steps of a schema.
  ///
  /// - Parameters:
  ///   - original: The database that is copied; it is only read.
  ///   - options: Namespace, lifetimes, quota and connections.
  /// - Returns: The open database.
  /// - Throws: ``StorageError`` when the original cannot be read.
  public static func startInMemory(
    copying original: Context, options: Options = Options()
  ) throws(StorageError) -> Context {
    let queue = try StorageError.wrapping("copying a database into memory") {
      let queue = try DatabaseQueue(configuration: options.pool.makeConfiguration())
      try original.storage.pool.backup(to: queue)
      return queue
    }
    return context(on: queue, options)
  }

  private static func makeContext(
    on writer: any DatabaseWriter, options: Options,
    migrationsBuilder: (inout AppMigrations) -> Void
  ) throws(StorageError) -> Context {
    var schema = AppMigrations()
    migrationsBuilder(&schema)
    try schema.run(on: writer)
    return context(on: writer, options)
  }

  private static func context(on writer: any DatabaseWriter, _ options: Options) -> Context {
    let config = options.config
    return Context(
      storage: StorageContext(pool: writer), config: config,
      keys: KeyBuilder(namespace: config.namespace))
  }
}
