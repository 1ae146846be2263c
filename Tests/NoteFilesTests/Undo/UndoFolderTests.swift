import Foundation
import MarfaSDK
import MarfaSDKTestSupport
import NoteFiles
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct UndoFolderTests {
  private func note(_ store: LocalStore) async throws -> String {
    try await store.createItem(
      CreateItemInput(type: "core.note", properties: ["title": "A", "body": "x"])
    ).id
  }

  /// A state directory with histories, each of which holds its note's first id.
  private func directory(with ids: [String]) throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    let folder = UndoFolder(stateDirectory: directory.path)
    try FileManager.default.createDirectory(
      atPath: folder.path, withIntermediateDirectories: true)
    for id in ids { try Data(id.utf8).write(to: URL(filePath: folder.path(noteId: id))) }
    return directory
  }

  private func kept(_ directory: TemporaryDirectory) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory.path + "/undo").sorted()
  }

  @Test func `histories of notes that are no longer there go`() async throws {
    let store = try MarfaSDKTest.makeInMemoryStore()
    let id = try await note(store)
    let directory = try directory(with: [id, "purged"])

    try await UndoFolder(stateDirectory: directory.path).forgetMissing(in: store)

    #expect(try kept(directory) == [id + ".json"])
  }

  @Test func `the history of a note that got another id from its server is kept under that`()
    async throws
  {
    let store = try MarfaSDKTest.makeInMemoryStore()
    let id = try await note(store)
    let directory = try directory(with: [id])
    try await store.rekeyItem(from: id, to: "server")

    let folder = UndoFolder(stateDirectory: directory.path)
    try await folder.forgetMissing(in: store)

    #expect(try kept(directory) == ["server.json"])
    let file = FileManager.default.contents(atPath: folder.path(noteId: "server"))
    #expect(file == Data(id.utf8))
  }

  @Test func `a newer history under the present id stays, and the former one goes`() async throws {
    let store = try MarfaSDKTest.makeInMemoryStore()
    let id = try await note(store)
    let directory = try directory(with: [id, "server"])
    try await store.rekeyItem(from: id, to: "server")

    let folder = UndoFolder(stateDirectory: directory.path)
    try await folder.forgetMissing(in: store)

    #expect(try kept(directory) == ["server.json"])
    let file = FileManager.default.contents(atPath: folder.path(noteId: "server"))
    #expect(file == Data("server".utf8))
  }

  @Test func `a note that was purged under its present id leaves no history`() async throws {
    let store = try MarfaSDKTest.makeInMemoryStore()
    let id = try await note(store)
    let directory = try directory(with: [id])
    try await store.rekeyItem(from: id, to: "server")
    try await store.forget(itemIds: ["server"])

    try await UndoFolder(stateDirectory: directory.path).forgetMissing(in: store)

    #expect(try kept(directory).isEmpty)
  }
}
