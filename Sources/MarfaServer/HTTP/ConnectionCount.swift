import Glibc
import NIOCore
import Synchronization

/// How many connections there are, and how many there may be.
///
/// Beyond them a connection ends at once: a process without file descriptors could not even open
/// its database.
final class ConnectionCount: Sendable {
  /// There are as many connections as may be.
  struct Full: Error {}

  /// Descriptors that are kept for files.
  private static let kept = 64

  let maximum: Int
  private let count = Mutex(0)

  /// - Parameter maximum: The most at once; fewer where the process may open fewer files.
  init(maximum: Int) {
    var limit = rlimit()
    let isKnown = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
    let most = isKnown ? Int(clamping: limit.rlim_cur) : .max
    self.maximum = max(1, min(maximum, most - Self.kept))
  }

  /// How many there are.
  var current: Int { count.withLock { $0 } }

  /// Counts a connection until it ends.
  ///
  /// - Returns: Whether there may be one more.
  func take(_ channel: any Channel) -> Bool {
    let isFree = count.withLock { count in
      guard count < maximum else { return false }
      count += 1
      return true
    }
    guard isFree else { return false }
    channel.closeFuture.whenComplete { [self] _ in count.withLock { $0 -= 1 } }
    return true
  }
}
