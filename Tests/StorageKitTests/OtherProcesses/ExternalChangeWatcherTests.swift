import Foundation
import GRDB
import StorageKit
import Testing

@Suite(.timeLimit(.minutes(20))) struct ExternalChangeWatcherTests {
  private let store: Store

  init() throws {
    store = try Store()
    try store.execute("CREATE TABLE t (v INTEGER); INSERT INTO t VALUES (0)")
  }

  @Test func `a commit of another connection reaches the observations`() async throws {
    let watcher = try store.ctx.storage.watchOtherProcesses()
    var values = store.ctx.storage.dbActor.streamDistinctImmediate { db in
      try Int.fetchOne(db, sql: "SELECT v FROM t") ?? -1
    }.makeAsyncIterator()
    #expect(await values.next() == 0)
    try await store.ctx.storage.pool.writeWithoutTransaction { _ in }

    try store.executeElsewhere("UPDATE t SET v = 7")

    #expect(await values.next() == 7)
    withExtendedLifetime(watcher) {}
  }

  @Test func `the last of many commits, each by a new connection, is seen`() async throws {
    let watcher = try store.ctx.storage.watchOtherProcesses()
    var values = store.ctx.storage.dbActor.streamDistinctImmediate { db in
      try Int.fetchOne(db, sql: "SELECT v FROM t") ?? -1
    }.makeAsyncIterator()
    #expect(await values.next() == 0)
    try await store.ctx.storage.pool.writeWithoutTransaction { _ in }

    for value in 1...50 { try store.executeElsewhere("UPDATE t SET v = \(value)") }

    var last = 0
    while last < 50, let value = await values.next() {
      #expect(value > last)
      last = value
    }
    #expect(last == 50)
    withExtendedLifetime(watcher) {}
  }

  @Test func `an own commit is not taken for somebody else's`() async throws {
    let (reports, continuation) = AsyncStream<Int>.makeStream(bufferingPolicy: .unbounded)
    let pool = store.ctx.storage.pool
    // What is in the table at each report; the report itself reads it.
    let watcher = try store.ctx.storage.watchOtherProcesses {
      let value = try? pool.read { try Int.fetchOne($0, sql: "SELECT v FROM t") }
      continuation.yield((value ?? nil) ?? -1)
    }
    var iterator = reports.makeAsyncIterator()

    for value in 1...20 { try store.execute("UPDATE t SET v = \(value)") }
    try store.executeElsewhere("UPDATE t SET v = 99")

    // The events of the own commits come before that of the other's, on one queue.
    #expect(await iterator.next() == 99)
    withExtendedLifetime(watcher) {}
  }

  @Test func `a watcher works through a link to the file`() async throws {
    let link = store.folder.url.appending(path: "links")
    try FileManager.default.createDirectory(at: link, withIntermediateDirectories: true)
    let url = link.appending(path: "link.sqlite")
    try FileManager.default.createSymbolicLink(at: url, withDestinationURL: store.folder.database)
    let ctx = try StorageKit.start(at: url) { $0.addUserProfiles() }
    var commits = try ctx.storage.otherProcessCommits().makeAsyncIterator()

    try store.executeElsewhere("UPDATE t SET v = 1")

    #expect(await commits.next() != nil)
  }
}
