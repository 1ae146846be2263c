import StorageKit
import Synchronization

/// Collects the codes of reported errors.
final class ErrorLog: Sendable {
  private let codes = Mutex<[StorageError.Code]>([])

  var all: [StorageError.Code] { codes.withLock { $0 } }

  func append(_ code: StorageError.Code) {
    codes.withLock { $0.append(code) }
  }
}

/// A number that closures of any isolation may raise.
final class Counter: Sendable {
  private let count = Mutex(0)

  var value: Int { count.withLock { $0 } }

  @discardableResult
  func increment() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}
