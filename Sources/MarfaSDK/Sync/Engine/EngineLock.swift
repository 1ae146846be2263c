import Foundation

/// The lock of the process that drives the sync engine of a store.
///
/// The kernel gives it up when a process ends, however it ends; see flock(2).
final class EngineLock: Sendable {
  private let descriptor: Int32
  private let path: String

  private init(descriptor: Int32, path: String) {
    (self.descriptor, self.path) = (descriptor, path)
  }

  deinit { close(descriptor) }

  /// Takes the lock if it is free.
  ///
  /// - Parameter path: The lock's file, which is made when it is absent and never removed.
  /// - Returns: The lock, held until it is released; nil while somebody else has it.
  /// - Throws: `NetworkError` when the file cannot be opened.
  static func take(_ path: String) throws -> EngineLock? {
    let descriptor = try open(path)
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      return nil
    }
    return EngineLock(descriptor: descriptor, path: path)
  }

  /// Takes the lock, when it becomes free.
  ///
  /// Nothing announces that, so a thread of its own waits in flock(2). When the task is cancelled the
  /// thread waits on, and gives the lock up at once when it gets it.
  static func wait(_ path: String) async throws -> EngineLock {
    let descriptor = try open(path)
    let (locks, continuation) = AsyncStream<EngineLock>.makeStream(
      bufferingPolicy: .bufferingNewest(1))
    Thread.detachNewThread {
      while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
      continuation.yield(EngineLock(descriptor: descriptor, path: path))
      continuation.finish()
    }
    for await lock in locks {
      try Task.checkCancellation()
      return lock
    }
    throw CancellationError()
  }

  /// Tells the other processes how the engine stands.
  ///
  /// Closing a descriptor that was written to is what wakes those that watch the folder, see
  /// inotify(7); the lock is of another one.
  func write(_ report: EngineReport) {
    let bytes = report.bytes
    let descriptor = Foundation.open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    // Others show the state of before then; the store has the truth.
    _ = pwrite(descriptor, bytes, bytes.count, 0)
    close(descriptor)
  }

  private static func open(_ path: String) throws -> Int32 {
    let descriptor = Foundation.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw NetworkError(
        message: "The lock \(path) cannot be opened: \(String(cString: strerror(errno))).")
    }
    return descriptor
  }
}
