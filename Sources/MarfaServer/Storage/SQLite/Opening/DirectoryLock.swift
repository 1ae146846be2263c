import Foundation
import Glibc

/// The right of one process to a data directory, which the kernel releases when the process ends.
///
/// See flock(2).
final class DirectoryLock: Sendable {
  private let descriptor: Int32

  /// Takes the lock without waiting.
  ///
  /// - Throws: `StoreFailure.locked` with who holds it.
  init(directory: String) throws {
    let path = directory + "/server.lock"
    let descriptor = try Self.open(path)
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let holder = Self.holder(descriptor)
      close(descriptor)
      throw StoreFailure(
        .locked,
        "another marfa-server\(holder) has \(directory) open; stop it or choose another --data")
    }
    let name = Array("\(getpid())\n".utf8)
    ftruncate(descriptor, 0)
    // The number only serves the message of the next one to come.
    _ = name.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    // Last: an initializer that throws after its last property is set runs `deinit` as well, and
    // closing twice closes what somebody else has opened meanwhile.
    self.descriptor = descriptor
  }

  /// Waits for the turn to open a store, which is over with `release()`.
  ///
  /// Who serves a directory and who only looks in may begin at the same instant, in a new directory
  /// as in one that is to be upgraded.
  ///
  /// - Parameter directory: The data directory.
  /// - Throws: `StoreFailure`.
  init(openingIn directory: String) throws {
    let path = directory + "/opening.lock"
    let descriptor = try Self.open(path)
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else {
        let cause = String(cString: strerror(errno))
        close(descriptor)
        throw StoreFailure(.broken, "\(path) cannot be locked: \(cause)")
      }
    }
    self.descriptor = descriptor
  }

  deinit {
    release()
    close(descriptor)
  }

  /// Gives the right back at once; again does nothing.
  ///
  /// Closing alone does not: a child that was just forked holds the same open file until it
  /// executes its program.
  func release() {
    flock(descriptor, LOCK_UN)
  }

  private static func open(_ path: String) throws -> Int32 {
    let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw StoreFailure(.broken, "\(path) cannot be opened: \(String(cString: strerror(errno)))")
    }
    return descriptor
  }

  private static func holder(_ descriptor: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 32)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    guard count > 0 else { return "" }
    let digits = bytes.prefix(count).prefix { (48...57).contains($0) }
    return digits.isEmpty ? "" : " (process \(String(decoding: digits, as: UTF8.self)))"
  }
}
