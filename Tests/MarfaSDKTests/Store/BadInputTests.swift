import Foundation
import GRDB
import MarfaSDK
import MarfaSDKTestSupport
import StorageKit
import Testing

@Suite(.timeLimit(.minutes(20))) struct BadInputTests {
  @Test func `a file that is no database is refused and left as it was`() async throws {
    let folder = TemporaryFolder()
    let path = folder.path("notes.sqlite")
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    let bytes = Data("These are my notes, not a database.".utf8 + Array(repeating: 65, count: 4096))
    try bytes.write(to: URL(filePath: path))

    let error = #expect(throws: StorageError.self) { try LocalStore.open(path: path) }

    #expect(error?.code == .corrupt)
    #expect(FileManager.default.contents(atPath: path) == bytes)
  }

  @Test func `a damaged page is found by the check`() async throws {
    let folder = TemporaryFolder()
    let path = folder.path("notes.sqlite")
    let client = try await LocalClient.open(path: path)
    for number in 0..<200 {
      try await client.items.create(
        CreateItemInput(
          type: "core.note",
          properties: ["body": .string("\(number) " + String(repeating: "x", count: 3000))]))
    }
    try await client.store.backup(to: folder.path("copy.sqlite"))
    let handle = try FileHandle(forUpdating: URL(filePath: folder.path("copy.sqlite")))
    for page in 60..<90 {
      try handle.seek(toOffset: UInt64(page * 4096))
      try handle.write(contentsOf: Data(repeating: 0xA5, count: 4096))
    }
    try handle.close()

    do {
      let damaged = try LocalStore.open(path: folder.path("copy.sqlite"))
      let findings = try await damaged.quickCheck()
      #expect(!findings.isEmpty)
    } catch let error as StorageError {
      #expect(error.code == .corrupt)
    }
  }

  @Test func `a store of a newer version is refused and never emptied`() async throws {
    let folder = TemporaryFolder()
    let path = folder.path("notes.sqlite")
    let client = try await LocalClient.open(path: path)
    try await client.items.create(CreateItemInput(type: "core.note", properties: ["body": "x"]))
    let queue = try DatabaseQueue(path: path)
    try await queue.write { db in
      try db.execute(sql: "INSERT INTO grdb_migrations VALUES ('2031-01-future')")
    }

    let error = #expect(throws: StorageError.self) { try LocalStore.open(path: path) }

    #expect(error?.code == .newerVersion)
    #expect(error?.detail.contains("2031-01-future") == true)
    #expect(try await queue.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM item") } == 1)
  }

  @Test func `a store that is opened to be read says so when it is written`() async throws {
    let folder = TemporaryFolder()
    let path = folder.path("notes.sqlite")
    let writable = try await LocalClient.open(path: path)
    let note = try await writable.items.create(
      CreateItemInput(type: "core.note", properties: ["body": "x"]))

    let store = try LocalStore.open(path: path, access: .readOnly)

    #expect(try await store.noteText(id: note.id).body == "x")
    let error = await #expect(throws: StorageError.self) {
      try await store.replaceText(id: note.id, body: "y")
    }
    #expect(error?.code == .readOnly)
  }

  @Test func `a full disk refuses the change and keeps everything before`() async throws {
    let folder = TemporaryFolder()
    let client = try await LocalClient.open(path: folder.path("notes.sqlite"))
    let note = try await client.items.create(
      CreateItemInput(type: "core.note", properties: ["body": "kept"]))
    try await client.store.limitSize(pageCount: 120)

    var failure: LocalStorageError?
    for number in 0..<100 where failure == nil {
      do {
        try await client.items.create(
          CreateItemInput(
            type: "core.note",
            properties: ["body": .string("\(number)" + String(repeating: "word ", count: 4000))]))
      } catch let error as LocalStorageError {
        failure = error
      }
    }

    #expect(failure?.storage.code == .diskFull)
    #expect(try await client.store.noteText(id: note.id).body == "kept")
    #expect(try await client.store.quickCheck() == [])
    try await client.store.limitSize(pageCount: 1_000_000)
    try await client.store.replaceText(id: note.id, body: "goes on")
    #expect(try await client.store.noteText(id: note.id).body == "goes on")
    #expect(try await client.store.verifySearchIndex() == [])
  }

  @Test(arguments: ["a\0b", "\0", "\u{FEFF}x", "\u{202E}abc", "e\u{301}", "\u{1b}]0;x\u{7}", ""])
  func `any text comes back as it was`(text: String) async throws {
    let fixture = try await StoreFixture()
    let note = try await fixture.note("T", text, properties: ["notes": .string(text)])

    let read = try await fixture.client.items.get(id: note.id)
    try await fixture.store.replaceText(id: note.id, body: text + "!")
    let saved = try await fixture.store.noteText(id: note.id)

    #expect(read.properties["body"]?.stringValue?.utf8.elementsEqual(text.utf8) == true)
    #expect(read.properties["notes"]?.stringValue?.utf8.elementsEqual(text.utf8) == true)
    #expect(saved.body.utf8.elementsEqual((text + "!").utf8))
    #expect(try await fixture.store.verifySearchIndex() == [])
  }

  @Test func `text after a NUL is found, and a title with one is shown without`() async throws {
    let fixture = try await StoreFixture()
    try await fixture.note("Ti\0tle", "one\0needle")

    #expect(try await fixture.titles(searching: "needle") == ["Ti tle"])
  }

  @Test func `a note of fifty megabytes is saved, found and read`() async throws {
    let fixture = try await StoreFixture()
    let line = String(repeating: "lorem ipsum dolor sit amet ", count: 40) + "\n"
    let body = String(repeating: line, count: 50_000_000 / line.utf8.count) + "needle"
    let note = try await fixture.note("Big", body)

    try await fixture.store.replaceText(id: note.id, body: body + " added")

    #expect(try await fixture.titles(searching: "needle added") == ["Big"])
    #expect(try await fixture.store.noteText(id: note.id).body.utf8.count == body.utf8.count + 6)
  }

  @Test(arguments: ["((", "type eq", "properties. eq 1", "nothing eq 2", "not"])
  func `a bad filter is an error with its place`(filter: String) async throws {
    let fixture = try await StoreFixture()

    let error = await #expect(throws: ValidationError.self) {
      try await fixture.client.items.list(ListFilters(filter: filter))
    }

    #expect(error?.details?["column"] != nil)
  }

  @Test func `a cursor of another list is refused`() async throws {
    let fixture = try await StoreFixture()
    for number in 0..<3 { try await fixture.note("\(number)") }
    let page = try await fixture.client.items.list(ListFilters(limit: 1))

    await #expect(throws: ValidationError.self) {
      try await fixture.client.items.list(ListFilters(sort: .title, cursor: page.cursor))
    }
    await #expect(throws: ValidationError.self) {
      try await fixture.client.items.list(ListFilters(cursor: "%%%"))
    }
  }
}
