import GRDB
import MarfaModel

extension StoreFailure {
  /// What an error of the store's work means to a caller: the model's errors as they are, the
  /// database's as a failure.
  static func map(_ error: any Error) -> any Error {
    switch error {
    case is any MarfaError, is StoreFailure, is CancellationError: error
    case let error as DatabaseError: StoreFailure(error)
    default: error
    }
  }

  /// See <https://www.sqlite.org/rescode.html>.
  private init(_ error: DatabaseError) {
    switch error.resultCode {
    case .SQLITE_FULL: self.init(.full, error.description)
    case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_INTERRUPT, .SQLITE_ABORT, .SQLITE_MISUSE:
      self.init(.unavailable, error.description)
    default: self.init(.broken, error.description)
    }
  }
}
