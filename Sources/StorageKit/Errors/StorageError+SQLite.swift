import GRDB

extension StorageError {
  /// Classifies any error that the store met.
  ///
  /// - Parameters:
  ///   - error: The error; a `StorageError` is kept as it is.
  ///   - operation: What was being done.
  public init(_ error: any Error, while operation: String) {
    switch error {
    case let error as StorageError:
      self = error
    case let error as DatabaseError:
      self.init(
        Self.code(of: error), while: operation, detail: error.message ?? "",
        resultCode: error.extendedResultCode.rawValue)
    case is CancellationError:
      self.init(.cancelled, while: operation)
    case is EncodingError, is DecodingError:
      self.init(.coding, while: operation, detail: String(describing: error))
    default:
      self.init(.statement, while: operation, detail: Self.cause(of: error))
    }
  }

  /// The meaning of each result code that a caller can tell apart.
  ///
  /// See <https://www.sqlite.org/rescode.html>.
  private static func code(of error: DatabaseError) -> Code {
    switch error.resultCode {
    case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT: .corrupt
    case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH: .readOnly
    case .SQLITE_FULL: .diskFull
    case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL: .busy
    case .SQLITE_CANTOPEN: .cannotOpen
    case .SQLITE_IOERR: .inputOutput
    case .SQLITE_CONSTRAINT, .SQLITE_TOOBIG, .SQLITE_MISMATCH: .constraint
    case .SQLITE_INTERRUPT, .SQLITE_ABORT: .cancelled
    case .SQLITE_NOMEM: .outOfMemory
    default: .statement
    }
  }

  /// Runs a piece of work and classifies what it throws.
  static func wrapping<Value>(
    _ operation: String, _ work: () throws -> Value
  ) throws(StorageError) -> Value {
    do {
      return try work()
    } catch {
      throw StorageError(error, while: operation)
    }
  }

  /// Runs asynchronous work and classifies what it throws.
  static func wrapping<Value: Sendable>(
    _ operation: String, _ work: @Sendable () async throws -> Value
  ) async throws(StorageError) -> Value {
    do {
      return try await work()
    } catch {
      throw StorageError(error, while: operation)
    }
  }
}
