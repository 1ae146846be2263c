import Foundation
import GRDB
import StorageKit
import Testing

@Suite(.timeLimit(.minutes(20))) struct StorageContextTests {
  private let store: Store

  init() throws {
    store = try Store()
    try store.execute(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
      INSERT INTO user_profiles SELECT 'u' || i, 'name ' || i, hex(randomblob(100)), 0 FROM n
      """)
  }

  @Test func `a backup is a complete database of its own`() async throws {
    let url = store.folder.url.appending(path: "backup.sqlite")

    try await store.ctx.storage.backup(to: url)
    try store.execute("DELETE FROM user_profiles")

    let copy = try StorageKit.start(at: url) { $0.addUserProfiles() }
    #expect(try await copy.storage.dbActor.read { try UserProfileRecord.fetchCount($0) } == 500)
    #expect(
      !FileManager.default.fileExists(atPath: url.appendingPathExtension("partial").path))
  }

  @Test func `a backup replaces an older one only when it is complete`() async throws {
    let url = store.folder.url.appending(path: "backup.sqlite")
    try Data("old".utf8).write(to: url)

    try await store.ctx.storage.backup(to: url)

    #expect(try Data(contentsOf: url).prefix(6) == Data("SQLite".utf8))
  }

  @Test func `a backup into a missing folder fails and says so`() async throws {
    let url = store.folder.url.appending(path: "missing/backup.sqlite")

    await #expect { try await store.ctx.storage.backup(to: url) } throws: { error in
      let error = error as? StorageError
      return error?.code == .cannotOpen && error?.operation == "backing up the database"
    }
  }

  @Test func `a sound file has no findings`() async throws {
    #expect(try await store.ctx.storage.quickCheck() == [])
  }

  @Test func `the integrity check finds a damaged page`() async throws {
    let url = store.folder.url.appending(path: "damaged.sqlite")
    try await store.ctx.storage.backup(to: url)
    var bytes = try Data(contentsOf: url)
    for page in 4..<10 {
      bytes.replaceSubrange((page * 4096)..<(page * 4096 + 2048), with: Data(count: 2048))
    }
    try bytes.write(to: url)
    let damaged = StorageContext(pool: try StorageKit.makePool(at: url))

    var isFound = false
    do {
      isFound = try await !damaged.quickCheck().isEmpty
    } catch {
      isFound = error.code == .corrupt
    }

    #expect(isFound)
  }

  @Test func `maintenance moves the log into the file`() async throws {
    let before = try Data(contentsOf: store.folder.database).count

    try await store.ctx.storage.performMaintenance()

    #expect(try Data(contentsOf: store.folder.database).count > before)
  }

  @Test func `closing says whether somebody else has the file open, and leaves one file`()
    async throws
  {
    let url = store.folder.url.appending(path: "closing.sqlite")
    let log = url.path + "-wal"
    func open() throws -> StorageContext {
      try StorageKit.start(at: url) { $0.addUserProfiles() }.storage
    }
    let (first, second) = (try open(), try open())
    // Readers, too, are connections that must be closed.
    for context in [first, second] {
      _ = try await context.dbActor.read { try UserProfileRecord.fetchCount($0) }
    }

    #expect(try await first.close() == false)
    #expect(FileManager.default.fileExists(atPath: log))
    #expect(try await second.close())
    #expect(!FileManager.default.fileExists(atPath: log))
    #expect(try await open().dbActor.read { try UserProfileRecord.fetchCount($0) } == 0)
  }

  @Test func `a database in memory offers the same and watches nobody`() async throws {
    let ctx = try StorageKit.startInMemory { $0.addUserProfiles() }
    let users = ctx.makeRepository(UserProfileModel.self, record: UserProfileRecord.self)

    try await users.put(.named("Ann"))

    #expect(try await users.get(id: "u1")?.name == "Ann")
    #expect(try ctx.storage.watchOtherProcesses() == nil)
    try await ctx.storage.performMaintenance()
  }

  @Test func `a copy in memory begins with what the original has, and goes its own way`()
    async throws
  {
    let original = try StorageKit.startInMemory { $0.addUserProfiles() }
    let users = original.makeRepository(UserProfileModel.self, record: UserProfileRecord.self)
    try await users.put(.named("Ann"))

    let copy = try StorageKit.startInMemory(copying: original)
    let copied = copy.makeRepository(UserProfileModel.self, record: UserProfileRecord.self)
    #expect(try await copied.get(id: "u1")?.name == "Ann")
    try await copied.put(.named("Ben"))

    #expect(try await users.get(id: "u1")?.name == "Ann")
    #expect(try await copied.get(id: "u1")?.name == "Ben")
  }
}
