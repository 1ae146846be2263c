import GRDB
import MarfaSDK
import Testing

@Suite(.timeLimit(.minutes(20))) struct AttachmentTransactionTests {
  @Test(arguments: [
    "INSERT ON blob", "INSERT ON upload", "UPDATE OF attachments ON item",
    "INSERT ON mutation WHEN new.kind = 'uploadBlob'",
    "INSERT ON mutation WHEN new.kind = 'updateItem'",
  ])
  func `a file is there with its entry, its upload and its change, or nothing of it is`(
    step: String
  ) async throws {
    let folder = TemporaryFolder()
    let store = try LocalStore.open(path: folder.path("notes.sqlite"))
    try await store.logIn(to: ServerIdentity(url: "https://notes.example"))
    let client = MarfaClient(store: store)
    let files = try #require(client.attachments)
    let note = try await client.items.create(
      CreateItemInput(type: "core.note", properties: ["title": "Rye", "body": ""]))
    let database = try DatabaseQueue(path: folder.path("notes.sqlite"))
    try await database.write { db in
      try db.execute(
        sql: "CREATE TRIGGER refuse BEFORE \(step) BEGIN SELECT RAISE(ABORT, 'refused'); END")
    }

    await #expect(throws: (any Error).self) {
      try await files.add(data: [1, 2, 3], to: note.id, title: "a")
    }

    let left = try await database.read { db in
      try ["blob", "upload", "mutation WHERE kind <> 'createItem'"].map {
        try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM \($0)")
      }
    }
    #expect(left == [0, 0, 0])
    #expect(try await files.list(note.id).isEmpty)
    try await database.write { try $0.execute(sql: "DROP TRIGGER refuse") }
    try await files.add(data: [1, 2, 3], to: note.id, title: "a")
    #expect(try await files.list(note.id).map(\.state) == [.waiting])
  }
}
