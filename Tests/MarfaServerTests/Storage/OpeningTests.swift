import Foundation
import MarfaModel
import MarfaServer
import TestSupport
import Testing

/// Programs that open one data directory at the same instant.
@Suite(.timeLimit(.minutes(20))) struct OpeningTests {
  @Test func `a server and tools that begin together in a new directory all open it`()
    async throws
  {
    let folder = try TemporaryDirectory()
    let data = folder.path + "/data"

    let checks = try await withThrowingTaskGroup(of: [String].self) { group in
      for number in 0..<8 {
        group.addTask {
          let ids = ItemIdGenerator()
          let store =
            number == 3
            ? try SQLiteServerStore(directory: data, ids: ids)
            : try SQLiteServerStore(besideServerIn: data, ids: ids)
          let check = try await store.check()
          try await store.close()
          return check
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }

    #expect(checks == [])
  }

  @Test func `an upgrade is made once, and who comes meanwhile finds it made`() async throws {
    let former = try FormerStore(notes: 3)
    defer { former.remove() }
    var hooks = StoreHooks()
    let (steps, step) = AsyncStream.makeStream(of: String.self)
    let directory = former.directory
    let other = Task {
      // It begins when the first one has.
      for await _ in steps { break }
      return try SQLiteServerStore(besideServerIn: directory, ids: ItemIdGenerator())
    }
    hooks.willUpgrade = { step.yield($0) }

    let store = try SQLiteServerStore(
      directory: directory, clock: SystemWallClock(), ids: ItemIdGenerator(), hooks: hooks,
      onEvents: { _ in })

    try await other.value.close()
    #expect(try await store.check() == [])
    let backups = try FileManager.default.contentsOfDirectory(atPath: directory)
      .filter { $0.contains(".before-") }
    #expect(backups.count == 1)
    try await store.close()
  }
}
