import Foundation
import GRDB
import MarfaModel
import MarfaServer
import Synchronization
import Testing

/// The index of words is a file of its own: nobody who writes waits for it, and it can be lost.
@Suite(.timeLimit(.minutes(20))) struct WordsFileTests {
  private struct Death: Error {}

  /// A folder for stores that come one after the other.
  private final class Folder: Sendable {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "marfa-words-\(UUID().uuidString)").path
    private let clock = ManualWallClock(Timestamp(milliseconds: 1_760_000_000_000))
    private let seed = Mutex<UInt64>(0)

    var store: String { path + "/marfa-server.sqlite" }
    var words: String { path + "/marfa-server-words.sqlite" }

    func open(in path: String? = nil) throws -> SQLiteServerStore {
      var hooks = StoreHooks()
      // A search waits for its index, and never for a clock.
      hooks.searchPatience = nil
      let seed = seed.withLock { seed in
        seed += 1
        return seed
      }
      return try SQLiteServerStore(
        directory: path ?? self.path, clock: clock, ids: ItemIdGenerator(seed: seed, clock: clock),
        hooks: hooks, onEvents: { _ in })
    }

    /// Copies the store's file with the log that a stop leaves beside it, and not the index.
    func copyStore(to copy: String) throws {
      for end in ["", "-wal"] where FileManager.default.fileExists(atPath: store + end) {
        try FileManager.default.copyItem(atPath: store + end, toPath: copy + end)
      }
    }

    /// Puts a copy in the place of the store.
    func setStore(to copy: String) throws {
      for end in ["", "-wal", "-shm"] {
        if FileManager.default.fileExists(atPath: store + end) {
          try FileManager.default.removeItem(atPath: store + end)
        }
        if FileManager.default.fileExists(atPath: copy + end) {
          try FileManager.default.copyItem(atPath: copy + end, toPath: store + end)
        }
      }
    }

    deinit {
      // What is left in the temporary folder harms nobody.
      try? FileManager.default.removeItem(atPath: path)
    }
  }

  private let context = WriteContext(
    access: FullAccess(), credentialId: "credential", source: "test")

  @discardableResult
  private func note(_ body: String, in store: any RecordStore) async throws -> String {
    let input = CreateItemInput(type: "core.note", properties: ["body": .string(body)])
    let answer = try await store.write(.createItem(input), context)
    return try #require(try answer.json["item"]?["id"]?.stringValue)
  }

  private func change(_ id: String, to body: String, in store: any RecordStore) async throws {
    _ = try await store.write(
      .patchItem(id: id, PatchItemBody(properties: ["body": .string(body)])), context)
  }

  private func found(_ text: String, in store: any RecordStore) async throws -> [String] {
    let answer = try await store.read(.search(SearchRequest(text: text)), for: FullAccess())
    return try (answer.json["results"]?.arrayValue ?? [])
      .compactMap { $0["item"]?["id"]?.stringValue }
  }

  @Test func `notes are written while a long text is indexed`() async throws {
    let (begun, begins) = AsyncStream.makeStream(of: Void.self)
    let released = DispatchSemaphore(value: 0)
    let held = Mutex(false)
    var hooks = StoreHooks()
    hooks.prepare = { db in
      db.trace(options: .statement) { event in
        guard "\(event)".contains("INSERT INTO item_fts(rowid"), held.withLock({ $0 }) else {
          return
        }
        begins.yield()
        released.wait()
      }
    }
    let fixture = try StoreFixture(hooks: hooks)
    // Of different words, so that what is found is marked soon.
    let words = (0..<100_000).map { "w\($0)" }.joined(separator: " ")
    let id = try await fixture.note("long", body: "heron " + words)
    // Not before: a step of the schema, too, writes to the index.
    held.withLock { $0 = true }

    async let results = found("heron", in: fixture.store)
    for await _ in begun { break }
    // It is indexed now, and until it is released.
    for number in 0..<60 { _ = try await fixture.note("\(number)", body: "stork") }
    try await change(id, to: "crane", in: fixture.store)
    held.withLock { $0 = false }
    released.signal()

    _ = try await results
    #expect(try await found("crane", in: fixture.store) == [id])
    #expect(try await found("heron", in: fixture.store) == [])
    #expect(try await fixture.store.check() == [])
  }

  @Test func `an item that changes while it is indexed is indexed again`() async throws {
    let fixture = try StoreFixture()
    let id = try await fixture.note("a", body: "heron")
    let store = fixture.store
    let changing = StepStore(store) { number in
      if number == 1 { try await change(id, to: "stork", in: store) }
    }

    try await changing.indexWords()

    #expect(try await found("stork", in: store) == [id])
    #expect(try await found("heron", in: store) == [])
  }

  @Test func `a process that dies before the store heard of the index goes on`() async throws {
    let folder = Folder()
    var store = try folder.open()
    let id = try await note("heron", in: store)
    let dying = StepStore(store) { _ in throw Death() }
    await #expect(throws: Death.self) { try await dying.indexWords() }
    try await store.close()

    store = try folder.open()
    #expect(try await store.check() == [])
    try await change(id, to: "stork", in: store)
    #expect(try await found("stork", in: store) == [id])
    #expect(try await found("heron", in: store) == [])
    try await store.close()
  }

  @Test(arguments: [nil, "no database"])
  func `a file that is lost or none is made again`(left: String?) async throws {
    let folder = Folder()
    var store = try folder.open()
    let ids = [try await note("heron", in: store), try await note("heron too", in: store)]
    _ = try await store.write(.trashItem(id: ids[1]), context)
    #expect(try await found("heron", in: store) == [ids[0]])
    try await store.close()
    try FileManager.default.removeItem(atPath: folder.words)
    if let left { try Data(left.utf8).write(to: URL(filePath: folder.words)) }

    store = try folder.open()

    #expect(try await found("heron", in: store) == [ids[0]])
    #expect(try await store.check() == [])
    try await store.close()
  }

  @Test func `an index that is damaged in its midst is named, and the notes are whole`()
    async throws
  {
    let folder = Folder()
    var store = try folder.open()
    for number in 0..<40 {
      let words = (0..<300).map { "w\(number)x\($0)" }.joined(separator: " ")
      try await note("birds " + words, in: store)
    }
    #expect(try await found("birds", in: store).count > 0)
    try await store.close()
    // A stop leaves its pages in the log.
    let file = try DatabaseQueue(path: folder.words)
    try await file.writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
    }
    try file.close()
    var bytes = try Data(contentsOf: URL(filePath: folder.words))
    let midst = (bytes.count / 2)..<(bytes.count / 4 * 3)
    bytes.replaceSubrange(midst, with: Data(repeating: 0xA5, count: midst.count))
    try bytes.write(to: URL(filePath: folder.words))

    store = try folder.open()

    let problems = try await store.check()
    #expect(
      problems.count == 1 && problems[0].hasPrefix("the index of words is damaged"),
      "\(problems)")
    try await store.close()
  }

  @Test func `a store that is set back, and a backup of it, have their own index`() async throws {
    let folder = Folder()
    var store = try folder.open()
    let id = try await note("heron", in: store)
    #expect(try await found("heron", in: store) == [id])
    try await store.close()
    let former = folder.path + "/former"
    try folder.copyStore(to: former)
    store = try folder.open()
    try await store.backup(to: folder.path + "/backup")
    for body in ["stork", "crane"] {
      try await change(id, to: body, in: store)
      #expect(try await found(body, in: store) == [id])
    }
    try await store.close()

    for copy in [former, folder.path + "/backup"] {
      try folder.setStore(to: copy)
      store = try folder.open()
      #expect(try await found("heron", in: store) == [id])
      #expect(try await found("crane", in: store) == [])
      try await change(id, to: "crane", in: store)
      #expect(try await found("crane", in: store) == [id])
      #expect(try await store.check() == [])
      try await store.close()
    }
  }
}
