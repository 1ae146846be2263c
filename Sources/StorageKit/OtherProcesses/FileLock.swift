import Foundation

/// A lock on a file, for work that only one process, or only one owner in it, may do at a time.
///
/// The kernel releases the lock when a process ends, however it ends; see flock(2). The file itself
/// is made when it is absent, readable for its owner only, and never removed.
///
/// ```swift
/// guard let lock = try FileLock.take(path) else { return }
/// defer { lock.release() }
/// ```
public final class FileLock: Sendable {
  /// Who else may hold the lock at the same time.
  public enum Sharing: Hashable, Sendable {
    /// Nobody.
    case exclusive
    /// Other holders that share it.
    case shared

    fileprivate var operation: Int32 { self == .exclusive ? LOCK_EX : LOCK_SH }
  }

  private let descriptor: Int32

  private init(descriptor: Int32) { self.descriptor = descriptor }

  deinit {
    release()
    close(descriptor)
  }

  /// Takes the lock if it is free.
  ///
  /// - Parameters:
  ///   - path: The lock's file.
  ///   - sharing: Who else may hold it.
  /// - Returns: The lock, held until it is released; nil while somebody else holds it.
  /// - Throws: `StorageError.cannotOpen` when the file cannot be opened or locked.
  public static func take(
    _ path: String, _ sharing: Sharing = .exclusive
  ) throws(StorageError) -> FileLock? {
    let lock = FileLock(descriptor: try open(path))
    guard flock(lock.descriptor, sharing.operation | LOCK_NB) != 0 else { return lock }
    if errno == EWOULDBLOCK { return nil }
    throw StorageError(
      .cannotOpen, while: "locking \(path)", detail: String(cString: strerror(errno)))
  }

  /// Takes the lock, when it becomes free.
  ///
  /// Nothing announces that, so a thread of its own waits in flock(2). When the task is cancelled
  /// the wait ends at once; the thread waits on, and gives the lock up when it gets it.
  ///
  /// - Parameters:
  ///   - path: The lock's file.
  ///   - sharing: Who else may hold it.
  /// - Returns: The lock.
  /// - Throws: `StorageError.cannotOpen` when the file cannot be opened; `CancellationError`.
  public static func wait(_ path: String, _ sharing: Sharing = .exclusive) async throws -> FileLock
  {
    let descriptor = try open(path)
    let (locks, continuation) = AsyncStream<FileLock>.makeStream(
      bufferingPolicy: .bufferingNewest(1))
    Thread.detachNewThread {
      while flock(descriptor, sharing.operation) != 0, errno == EINTR {}
      continuation.yield(FileLock(descriptor: descriptor))
      continuation.finish()
    }
    for await lock in locks {
      try Task.checkCancellation()
      return lock
    }
    throw CancellationError()
  }

  /// Gives the lock up at once; again does nothing.
  ///
  /// Closing the file alone does not: a child that was just forked holds the same open file until
  /// it executes its program.
  public func release() {
    flock(descriptor, LOCK_UN)
  }

  /// What the last holder wrote into the file, such as its name; at most 256 bytes, "" when
  /// nothing.
  public var note: String {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  /// Writes a note for those who do not get the lock; a full disk leaves it out.
  public func write(note: String) {
    let bytes = Array(note.utf8.prefix(256))
    ftruncate(descriptor, 0)
    _ = bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
  }

  private static func open(_ path: String) throws(StorageError) -> Int32 {
    let descriptor = Foundation.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    if descriptor >= 0 { return descriptor }
    throw StorageError(
      .cannotOpen, while: "opening \(path)", detail: String(cString: strerror(errno)))
  }
}
