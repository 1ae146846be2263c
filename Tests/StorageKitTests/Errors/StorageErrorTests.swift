import Foundation
import GRDB
import StorageKit
import Testing

@Suite(.timeLimit(.minutes(20))) struct StorageErrorTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func code(_ work: () throws -> Void) -> StorageError.Code? {
    do {
      try work()
      return nil
    } catch {
      return (error as? StorageError)?.code
    }
  }

  @Test func `a file that is no database is corrupt`() throws {
    try Data("This is not a database, but a text of some length.".utf8)
      .write(to: folder.database)

    #expect(code { _ = try StorageKit.start(at: folder.database) } == .corrupt)
    #expect(try Data(contentsOf: folder.database).count == 50)
  }

  @Test func `a folder that is a file cannot be opened`() throws {
    try Data().write(to: folder.url.appending(path: "file"))
    let url = folder.url.appending(path: "file/db.sqlite")

    #expect(code { _ = try StorageKit.start(at: url) } == .cannotOpen)
  }

  @Test func `a full disk has an error code of its own and undoes the write`() async throws {
    // The page limit stands for the disk: SQLite reports both by the same code.
    let options = StorageKit.Options(
      pool: .init(configure: { configuration in
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA max_page_count = 40") }
      }))
    let ctx = try StorageKit.start(at: folder.database, options: options)
    let db = ctx.storage.dbActor
    try await db.write { try $0.execute(sql: "CREATE TABLE t (v BLOB)") }

    await #expect {
      try await db.write { db in
        for _ in 0..<100 { try db.execute(sql: "INSERT INTO t VALUES (zeroblob(4000))") }
      }
    } throws: { error in
      let error = error as? StorageError
      return error?.code == .diskFull && error?.recovery == .transient
        && error?.operation == "writing"
    }
    #expect(try await db.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM t") } == 0)
  }

  @Test func `a lock held by another process for too long is busy`() async throws {
    let options = StorageKit.Options(
      pool: .init(configure: { $0.busyMode = .immediateError }))
    let ctx = try StorageKit.start(at: folder.database, options: options)
    var unsafe = Configuration()
    unsafe.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: folder.database.path, configuration: unsafe)
    try await other.writeWithoutTransaction { db in
      try db.execute(sql: "BEGIN IMMEDIATE")
    }

    await #expect {
      try await ctx.storage.dbActor.write { try $0.execute(sql: "CREATE TABLE t (v)") }
    } throws: { ($0 as? StorageError)?.code == .busy }
    try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
  }

  @Test func `an error of the caller's own passes through a write and undoes it`() async throws {
    struct Refusal: Error {}
    let ctx = try StorageKit.startInMemory()

    await #expect(throws: Refusal.self) {
      try await ctx.storage.dbActor.write { db in
        try db.execute(sql: "CREATE TABLE t (v)")
        throw Refusal()
      }
    }
    #expect(try await ctx.storage.dbActor.read { try !$0.tableExists("t") })
  }

  @Test func `a refused statement keeps SQLite's code and words but no values`() async throws {
    let ctx = try StorageKit.startInMemory()

    await #expect {
      try await ctx.storage.dbActor.write { db in
        try db.execute(sql: "CREATE TABLE t (v TEXT UNIQUE)")
        for _ in 0..<2 {
          try db.execute(sql: "INSERT INTO t VALUES (?)", arguments: ["a secret"])
        }
      }
    } throws: { error in
      guard let error = error as? StorageError else { return false }
      return error.code == .constraint && error.resultCode == 2067
        && error.description == "constraint while writing: UNIQUE constraint failed: t.v"
    }
  }
}
