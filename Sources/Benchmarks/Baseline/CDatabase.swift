import GRDBSQLite

/// SQLite as its C interface gives it, which nothing above it can beat.
final class CDatabase {
  struct Failure: Error {
    let message: String
  }

  private var handle: OpaquePointer?

  /// Opens a file with the settings that make SQLite fastest here.
  init(path: String, synchronous: String) throws {
    guard sqlite3_open(path, &handle) == SQLITE_OK else { throw failure }
    try execute(
      """
      PRAGMA journal_mode = WAL; PRAGMA synchronous = \(synchronous);
      PRAGMA mmap_size = 1073741824; PRAGMA cache_size = -65536; PRAGMA temp_store = MEMORY
      """)
  }

  deinit {
    sqlite3_close_v2(handle)
  }

  func execute(_ sql: String) throws {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure }
  }

  func prepare(_ sql: String) throws -> CStatement {
    var statement: OpaquePointer?
    let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
    guard sqlite3_prepare_v3(handle, sql, -1, flags, &statement, nil) == SQLITE_OK,
      let statement
    else { throw failure }
    return CStatement(statement)
  }

  var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

  private var failure: Failure { Failure(message: String(cString: sqlite3_errmsg(handle))) }
}

/// A prepared statement of the C interface.
final class CStatement {
  private let handle: OpaquePointer

  init(_ handle: OpaquePointer) {
    self.handle = handle
  }

  deinit {
    sqlite3_finalize(handle)
  }

  /// Binds a text, which SQLite copies.
  @discardableResult
  func bind(_ text: String, at index: Int32) -> CStatement {
    // The destructor value -1 asks SQLite for a copy; its macro is not importable.
    let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    var text = text
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        _ = sqlite3_bind_text(
          handle, index, characters.baseAddress, Int32(characters.count), transient)
      }
    }
    return self
  }

  @discardableResult
  func bind(_ number: Int64, at index: Int32) -> CStatement {
    sqlite3_bind_int64(handle, index, number)
    return self
  }

  /// The first column of the first row, as a number; nil without a row.
  func firstNumber() -> Int64? {
    defer { sqlite3_reset(handle) }
    return sqlite3_step(handle) == SQLITE_ROW ? sqlite3_column_int64(handle, 0) : nil
  }

  /// The first column of the first row as text; nil without a row.
  func firstText() -> String? {
    defer { sqlite3_reset(handle) }
    guard sqlite3_step(handle) == SQLITE_ROW else { return nil }
    return sqlite3_column_text(handle, 0).map { String(cString: $0) }
  }

  /// Runs to the end and touches every column of every row.
  ///
  /// - Returns: The number of rows.
  @discardableResult
  func drain() -> Int {
    var rows = 0
    let columns = sqlite3_column_count(handle)
    while sqlite3_step(handle) == SQLITE_ROW {
      rows += 1
      for column in 0..<columns {
        _ = sqlite3_column_text(handle, column)
        _ = sqlite3_column_bytes(handle, column)
      }
    }
    sqlite3_reset(handle)
    return rows
  }
}
