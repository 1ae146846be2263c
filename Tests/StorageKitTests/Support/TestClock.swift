import Foundation
import StorageKit
import Synchronization

/// A clock that moves only when a test moves it.
final class TestClock: StorageKit.Clock {
  private let moment = Mutex(Date(timeIntervalSince1970: 1_000_000))

  var now: Date { moment.withLock { $0 } }

  func advance(by seconds: TimeInterval) {
    moment.withLock { $0 += seconds }
  }
}
