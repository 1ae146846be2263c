import Foundation
import StorageKit

/// The lock of the process that drives the sync engine of a store.
///
/// The kernel gives it up when a process ends, however it ends; see flock(2).
final class EngineLock: Sendable {
  private let lock: FileLock
  private let path: String

  private init(_ lock: FileLock, _ path: String) { (self.lock, self.path) = (lock, path) }

  /// Takes the lock if it is free.
  ///
  /// - Parameter path: The lock's file, which is made when it is absent and never removed.
  /// - Returns: The lock, held until it is released; nil while somebody else has it.
  /// - Throws: `NetworkError` when the file cannot be opened.
  static func take(_ path: String) throws -> EngineLock? {
    do {
      return try FileLock.take(path).map { EngineLock($0, path) }
    } catch {
      throw unusable(path, error)
    }
  }

  /// Takes the lock, when it becomes free.
  ///
  /// - Throws: `NetworkError` when the file cannot be opened; `CancellationError`.
  static func wait(_ path: String) async throws -> EngineLock {
    do {
      return EngineLock(try await FileLock.wait(path), path)
    } catch let error as StorageError {
      throw unusable(path, error)
    }
  }

  private static func unusable(_ path: String, _ error: StorageError) -> NetworkError {
    NetworkError(message: "The lock \(path) cannot be opened: \(error.detail).")
  }

  /// Tells the other processes the engine's state.
  ///
  /// Closing a descriptor that was written to is what wakes those that watch the folder, see
  /// inotify(7); the lock is of another one.
  func write(_ report: EngineReport) {
    let bytes = report.bytes
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    // Others show the state of before then; the store has the truth.
    _ = pwrite(descriptor, bytes, bytes.count, 0)
    close(descriptor)
  }
}
