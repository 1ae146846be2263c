import Foundation
import GRDB
import StorageKit
import Testing

@Suite struct ExternalChangeWatcherTests {
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

    while let value = await values.next(), value < 50 {}
    withExtendedLifetime(watcher) {}
  }

  @Test func `an own commit is not taken for somebody else's`() async throws {
    let reports = Counter()
    let watcher = try store.ctx.storage.watchOtherProcesses { reports.increment() }
    var commits = try store.ctx.storage.otherProcessCommits().makeAsyncIterator()

    for value in 1...20 { try store.execute("UPDATE t SET v = \(value)") }
    #expect(reports.value == 0)

    try store.executeElsewhere("UPDATE t SET v = 99")
    await commits.next()
    #expect(reports.value <= 1)
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
