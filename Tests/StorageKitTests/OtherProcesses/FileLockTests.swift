import Foundation
import StorageKit
import Testing

@Suite(.timeLimit(.minutes(20))) struct FileLockTests {
  private let folder: TemporaryFolder
  private var path: String { folder.url.appending(path: "lock").path }

  init() throws { folder = try TemporaryFolder() }

  @Test func `a lock that is held is refused, and is free once it is released`() throws {
    let first = try #require(try FileLock.take(path))
    #expect(try FileLock.take(path) == nil)
    #expect(try FileLock.take(path, .shared) == nil)

    first.release()

    #expect(try FileLock.take(path) != nil)
    withExtendedLifetime(first) {}
  }

  @Test func `several share a lock, which then nobody has alone`() throws {
    let holders = try [FileLock.take(path, .shared), FileLock.take(path, .shared)]
    #expect(holders.count { $0 != nil } == 2)
    #expect(try FileLock.take(path) == nil)
    withExtendedLifetime(holders) {}
  }

  @Test func `a lock is free when its last reference has gone`() throws {
    var lock = try FileLock.take(path)
    #expect(lock != nil)
    lock = nil
    #expect(try FileLock.take(path) != nil)
  }

  @Test func `a waiter gets the lock when the holder releases it`() async throws {
    let first = try #require(try FileLock.take(path))
    let waiting = Task { [path] in try await FileLock.wait(path) }
    first.release()
    let second = try await waiting.value
    #expect(try FileLock.take(path) == nil)
    withExtendedLifetime(second) {}
  }

  @Test func `a wait that is cancelled ends while the lock is held`() async throws {
    let first = try #require(try FileLock.take(path))
    let waiting = Task { [path] in try await FileLock.wait(path) }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { _ = try await waiting.value }
    withExtendedLifetime(first) {}
  }

  @Test func `the holder's note is there for those who are refused, and its file is private`()
    throws
  {
    let lock = try #require(try FileLock.take(path))
    lock.write(note: "process 7")
    #expect(lock.note == "process 7")
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func `a path without a folder cannot be opened`() {
    let error = #expect(throws: StorageError.self) {
      _ = try FileLock.take(folder.url.appending(path: "none/lock").path)
    }
    #expect(error?.code == .cannotOpen)
  }
}
