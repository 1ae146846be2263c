import Foundation
import MarfaSDK
import MarfaSDKTestSupport
import NoteFiles
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct ImportRevisionTests {
  private func arguments(_ directory: TemporaryDirectory) -> ImportMarkdown.Arguments {
    ImportMarkdown.Arguments(folder: directory.path, timeZone: .gmt)
  }

  private func importAll(_ run: inout MarkdownImportRun) async throws {
    while try await run.step() {}
  }

  @Test func `a text stored while its file is imported again survives`() async throws {
    let store = try MarfaSDKTest.makeInMemoryStore()
    let directory = try TemporaryDirectory()
    try directory.write("first", to: "a.md")
    try directory.write("other", to: "b.md")
    var first = try await MarkdownImportRun(arguments(directory), store: store)
    try await importAll(&first)
    let known = try await store.importedItems(
      from: arguments(directory).name, isTrashed: false, after: nil)
    let id = try #require(known.first { $0.path == "a.md" }?.item.id)
    let later = "---\nupdated: 2999-01-01T00:00:00Z\n---\n"
    try directory.write(later + "from the file", to: "a.md")
    try directory.write(later + "also from the file", to: "b.md")

    var second = try await MarkdownImportRun(arguments(directory), store: store)
    _ = try await store.updateItem(id: id, properties: ["body": "typed meanwhile"])
    try await importAll(&second)

    #expect(try await store.item(id: id)?.properties["body"] == "typed meanwhile")
    #expect(second.report.failed == [.init(path: "a.md", reason: ImportReason.changedMeanwhile)])
    #expect(second.report.importedCount == 1)
  }

  @Test func `a note of the file that comes from elsewhere during its import is not overwritten`()
    async throws
  {
    let store = try MarfaSDKTest.makeInMemoryStore()
    let directory = try TemporaryDirectory()
    try directory.write("from the file #file", to: "a.md")
    try directory.write("other", to: "b.md")

    var run = try await MarkdownImportRun(arguments(directory), store: store)
    let come = try await store.createItem(
      NewItem(
        CreateItemInput(
          type: CoreNote.typeIdentifier, properties: ["body": "typed meanwhile"], tags: ["mine"]),
        origin: ItemOrigin(name: arguments(directory).name, path: "a.md")))
    try await importAll(&run)

    let item = try #require(try await store.item(id: come.item.id))
    #expect(item.properties["body"] == "typed meanwhile")
    #expect(try await store.metadata(id: come.item.id).tags == ["mine"])
    #expect(run.report.failed == [.init(path: "a.md", reason: ImportReason.changedMeanwhile)])
    #expect(run.report.importedCount == 1)
  }

  @Test func `a file that names a note by its id changes it`() async throws {
    let store = try MarfaSDKTest.makeInMemoryStore()
    let directory = try TemporaryDirectory()
    let made = try await store.createItem(
      NewItem(CreateItemInput(type: CoreNote.typeIdentifier, properties: ["body": "mine"])))
    let id = made.item.id
    try directory.write(
      "---\nid: \(id)\nupdated: 2999-01-01T00:00:00Z\n---\nfrom the file", to: "a.md")

    var run = try await MarkdownImportRun(arguments(directory), store: store)
    try await importAll(&run)

    #expect(run.report.failed.isEmpty)
    #expect(try await store.item(id: id)?.properties["body"] == "from the file")
  }
}
