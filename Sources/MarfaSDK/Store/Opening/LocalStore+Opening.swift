import Foundation
import GRDB
import StorageKit

extension LocalStore {
  /// Opens the store in a file, creating the file and its folder if absent.
  ///
  /// A new folder is readable by its owner only, and so is a new file. Blocks for a few
  /// milliseconds.
  ///
  /// - Parameters:
  ///   - path: The file; `~` is not expanded.
  ///   - environment: The clock and the ids.
  ///   - access: Whether the store may be changed; one that may only be read must exist.
  /// - Returns: The open store.
  /// - Throws: `StorageError`: `.corrupt`, `.readOnly`, `.diskFull`, `.cannotOpen`, `.busy`,
  ///   `.newerVersion` or, if its tables are not ours, `.editedMigration`. A refused file is left
  ///   as it was.
  public static func open(
    path: String, environment: StoreEnvironment = StoreEnvironment(),
    access: AccessMode = .readWrite
  ) throws(StorageError) -> LocalStore {
    let file = StoreFile(url: URL(filePath: path))
    if access == .readWrite { try file.prepare() }
    let storage = try start(file, access)
    // A store opened for reading only may lack a later step of the schema; it does without.
    if access == .readWrite { try checkShape(of: storage) }
    return LocalStore(
      storage: storage, environment: environment,
      blobs: BlobFiles(root: BlobFiles.root(ofStore: path)))
  }

  /// Opens the store in a file that is there for a look at it: with one connection, of which reads
  /// wait for each other, and without what others need to read while it is written.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - environment: The clock and the ids.
  /// - Returns: The open store.
  /// - Throws: `StorageError`, as `open(path:environment:access:)`.
  package static func glance(
    path: String, environment: StoreEnvironment
  ) throws(StorageError) -> LocalStore {
    let storage = try start(StoreFile(url: URL(filePath: path)), .readWrite, .one)
    try checkShape(of: storage)
    return LocalStore(
      storage: storage, environment: environment,
      blobs: BlobFiles(root: BlobFiles.root(ofStore: path)))
  }

  private static func start(
    _ file: StoreFile, _ access: AccessMode,
    _ connections: StorageKit.PoolOptions.Connections = .several
  ) throws(StorageError) -> StorageContext {
    var pool = poolOptions(access)
    pool.connections = connections
    let options = StorageKit.Options(fileName: file.url.lastPathComponent, pool: pool)
    do {
      return try StorageKit.start(at: file.url, options: options, migrationsBuilder: migrations)
        .storage
    } catch {
      throw error.code == .cannotOpen ? file.explained(error) : error
    }
  }

  private static func checkShape(of storage: StorageContext) throws(StorageError) {
    do {
      // The writer is open already; a reader would cost a millisecond at each start.
      try storage.pool.writeWithoutTransaction {
        try StoreShape.check($0, is: StoreShape.current)
      }
    } catch {
      throw StorageError(error, while: "checking the database's tables")
    }
  }

  /// Opens an empty store in memory, which is gone with the last reference to it.
  ///
  /// - Parameter environment: The clock and the ids.
  /// - Returns: The open store.
  /// - Throws: `StorageError` with `.migration` when the schema is wrong.
  public static func inMemory(
    environment: StoreEnvironment = StoreEnvironment()
  ) throws(StorageError) -> LocalStore {
    let context = try StorageKit.startInMemory(copying: empty.get(), options: inMemoryOptions)
    return LocalStore(
      storage: context.storage, environment: environment, blobs: .temporary())
  }

  private static let inMemoryOptions = StorageKit.Options(pool: poolOptions(.readWrite))

  /// An empty store, of which each one in memory begins as a copy: the steps run once.
  private static let empty = Result { () throws(StorageError) in
    try StorageKit.startInMemory(options: inMemoryOptions, migrationsBuilder: migrations)
  }

  /// Made once, so that its steps are compared with those of a file by what one run in memory
  /// found.
  private static let schema = {
    var schema = AppMigrations()
    for step in StoreSchema.steps { schema.add(id: step.id, body: step.body) }
    return schema
  }()

  private static func migrations(_ migrations: inout AppMigrations) { migrations = schema }

  private static func poolOptions(_ access: AccessMode) -> StorageKit.PoolOptions {
    StorageKit.PoolOptions(configure: { configuration in
      configuration.readonly = access == .readOnly
      configuration.maximumReaderCount = 4
      configuration.prepareDatabase { db in
        // Pages of the writer, and of at most four readers: 16 and 4 MB each. With 2 MB the rows
        // that one letter's search had read were gone at the next letter.
        let cacheSize = db.configuration.readonly ? 4096 : StoreWriter.cacheSize
        try db.execute(sql: "PRAGMA cache_size = -\(cacheSize)")
        try db.execute(sql: "PRAGMA temp_store = MEMORY")
        if !db.configuration.readonly {
          try db.execute(sql: "PRAGMA journal_size_limit = 67108864")
          // Emptied pages are not overwritten with zeros, see
          // <https://www.sqlite.org/pragma.html#pragma_secure_delete>.
          try db.execute(sql: "PRAGMA secure_delete = FAST")
          // The commit that reaches the limit (16 MiB) moves the log into the file.
          try db.execute(sql: "PRAGMA wal_autocheckpoint = 4000")
        }
        StoreFunctions.register(in: db)
      }
    })
  }
}

/// Whether a store may be changed.
public enum AccessMode: Hashable, Sendable {
  /// It may be read and written.
  case readWrite
  /// It may only be read: every change throws `.readOnly`.
  case readOnly
}
