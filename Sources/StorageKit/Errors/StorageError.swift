/// A failure of the store: its kind, what was being done, and SQLite's own words.
///
/// ```swift
/// do {
///   return try StorageKit.start(at: url) { $0 = schema }
/// } catch {
///   guard error.code == .newerVersion else { throw error }
///   return nil  // the file was written by a newer version of the program
/// }
/// ```
public struct StorageError: Error, Hashable, Sendable {
  /// The kind of failure, to be compared with the static members.
  public let code: Code
  /// What was being done, such as "opening the database".
  public let operation: String
  /// The cause in the words of SQLite or the system; may be empty, and holds no stored values.
  public let detail: String
  /// SQLite's extended result code, when SQLite refused.
  ///
  /// See <https://www.sqlite.org/rescode.html>.
  public let resultCode: Int32?

  /// Describes a failure of the store, for code that adds operations of its own.
  ///
  /// - Parameters:
  ///   - code: The kind of failure.
  ///   - operation: What was being done.
  ///   - detail: The cause.
  ///   - resultCode: SQLite's extended result code, if any.
  public init(
    _ code: Code, while operation: String, detail: String = "", resultCode: Int32? = nil
  ) {
    self.code = code
    self.operation = operation
    self.detail = detail
    self.resultCode = resultCode
  }
}

extension StorageError {
  /// A kind of failure; more may be added, so a `switch` needs a default.
  public struct Code: Hashable, Sendable {
    private enum Kind: String {
      case corrupt, readOnly, diskFull, newerVersion, busy, cannotOpen, inputOutput, constraint
      case cancelled, oversizedValue, unknownColumn, invalidName, editedMigration, migration
      case coding, outOfMemory, statement
    }

    private let kind: Kind

    /// The file is not a database, or its pages are damaged.
    public static let corrupt = Code(kind: .corrupt)
    /// The file or its folder may not be written.
    public static let readOnly = Code(kind: .readOnly)
    /// The disk, or the size allowed to the database, is full.
    public static let diskFull = Code(kind: .diskFull)
    /// The file was written by a newer version of the program.
    public static let newerVersion = Code(kind: .newerVersion)
    /// Another connection held its lock for longer than the busy time-out.
    public static let busy = Code(kind: .busy)
    /// The file or its folder cannot be opened.
    public static let cannotOpen = Code(kind: .cannotOpen)
    /// Reading or writing failed below SQLite.
    public static let inputOutput = Code(kind: .inputOutput)
    /// A constraint of the schema refused the change.
    public static let constraint = Code(kind: .constraint)
    /// The task was cancelled, and its change was not made.
    public static let cancelled = Code(kind: .cancelled)
    /// One value is larger than the whole quota of the disk cache.
    public static let oversizedValue = Code(kind: .oversizedValue)
    /// The table has no column of that name.
    public static let unknownColumn = Code(kind: .unknownColumn)
    /// A name of a table or column holds characters that are not allowed there.
    public static let invalidName = Code(kind: .invalidName)
    /// The body of a migration that has already run was changed.
    public static let editedMigration = Code(kind: .editedMigration)
    /// A migration failed; the database is as it was before it.
    public static let migration = Code(kind: .migration)
    /// A value could not be encoded or decoded.
    public static let coding = Code(kind: .coding)
    /// SQLite ran out of memory.
    public static let outOfMemory = Code(kind: .outOfMemory)
    /// SQLite refused the statement for any other reason, which is a mistake in the program.
    public static let statement = Code(kind: .statement)
  }

  /// What a caller can do about a failure.
  public enum Recovery: Hashable, Sendable {
    /// The same call may succeed later.
    case transient
    /// The same call will fail again until something outside changes or the program does.
    case rejected
    /// The file needs repair or a backup.
    case corrupt
    /// The caller gave up by itself.
    case cancelled
  }

  /// What a caller can do about the failure.
  public var recovery: Recovery {
    switch code {
    case .busy, .diskFull, .inputOutput, .outOfMemory: .transient
    case .corrupt: .corrupt
    case .cancelled: .cancelled
    default: .rejected
    }
  }
}

extension StorageError.Code: CustomStringConvertible {
  /// The code's name.
  public var description: String { kind.rawValue }
}

extension StorageError: CustomStringConvertible {
  /// The code, what was being done, and the cause, for a log.
  public var description: String {
    let cause = detail.isEmpty ? "" : ": \(detail)"
    return "\(code) while \(operation)\(cause)"
  }
}
