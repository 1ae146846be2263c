import GRDB

/// The ordered steps that bring a database to the schema of this version of the program.
///
/// Each id runs exactly once in the life of a file. Never rename or reuse an id that has
/// shipped; add a new step at the end.
///
/// Several modules may each run a list of their own on one file, in any order. A list is known by
/// its ``name``; a file with steps of a newer version of the same list is refused.
///
/// ```swift
/// var schema = AppMigrations()
/// schema.addKVCache()
/// schema.add(id: "2025-09-01_create_events", ifTableMissing: "events") { db in
///   try db.create(table: "events") { t in
///     t.column("id", .text).primaryKey()
///     t.column("title", .text).notNull()
///   }
/// }
/// schema.add(id: "2025-09-15_archive_events") { db in
///   try db.alter(table: "events") { t in
///     t.add(column: "isArchived", .boolean).notNull().defaults(to: false)
///   }
/// }
/// ```
public struct AppMigrations: Sendable {
  /// One step: runs once, unless the table that it creates is there already.
  struct Step: Sendable {
    let id: String
    let ifTableMissing: String?
    let body: @Sendable (Database) throws -> Void

    /// Runs the body, or skips it when the guarded table exists.
    func run(in db: Database) throws {
      if let table = ifTableMissing, try db.tableExists(table) { return }
      try body(db)
    }
  }

  private(set) var steps: [Step] = []
  /// What the steps execute, shared by the copies of the list until one of them gets another step.
  private(set) var fingerprints = KeptFingerprints()
  private(set) var options = Options()
  private let givenName: String?

  /// Begins a list without steps.
  ///
  /// - Parameter name: What tells this list from those of other modules on the same file; nil for
  ///   the identifier of its first step.
  public init(name: String? = nil) {
    givenName = name
  }

  /// What tells this list from those of other modules on the same file.
  public var name: String {
    givenName ?? identifiers.first { !Self.isCacheStep($0) } ?? ""
  }

  /// Adds the table of the disk cache; the entries of a table of version 1 are kept.
  ///
  /// - Parameter tableName: The table's name: letters, digits and underscores.
  public mutating func addKVCache(tableName: String = "kv_cache") {
    let table = KVCacheTable(name: tableName)
    add(id: "\(Self.cacheStep)2:\(tableName)") { try table.create(in: $0) }
  }

  /// Adds a step.
  ///
  /// - Parameters:
  ///   - id: The step's identifier, unique in the life of the file.
  ///   - table: For a step that creates a table: when the table exists, the body is skipped and
  ///     the id recorded. Leave it out for a step that must always run.
  ///   - body: Changes the schema or the data, in one transaction. In debug builds it also runs
  ///     against an empty database in memory, once for all files that the list opens, see
  ///     ``Options/detectsEdits``.
  public mutating func add(
    id: String,
    ifTableMissing table: String? = nil,
    body: @escaping @Sendable (Database) throws -> Void
  ) {
    steps.append(Step(id: id, ifTableMissing: table, body: body))
    fingerprints = KeptFingerprints()
  }

  /// Replaces the options.
  public mutating func setOptions(_ options: Options) {
    self.options = options
  }

  /// The steps' identifiers, in order.
  public var identifiers: [String] { steps.map(\.id) }
}
