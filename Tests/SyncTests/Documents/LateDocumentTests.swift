import Documents
import Foundation
import MarfaSDK
import MarfaServer
import TestSupport
import Testing

/// Notes that are edited as stored texts while others have their document.
@Suite(.timeLimit(.minutes(20))) struct LateDocumentTests {
  @Test func `the document of a note is there as soon as the server has the note`() async throws {
    try await withLoopbackServer { server in
      let folder = try TemporaryDirectory()
      let one = try await NoteDevice(server, folder.path + "/one/notes.sqlite")
      let id = try await one.client.items.create(
        CreateItemInput(type: "core.note", properties: ["title": "Note", "body": "mine"])
      ).id
      #expect(await one.notes.note(id: id) == nil)
      // Nothing was asked for: the server knows no client yet.
      #expect(try await one.store.documentClient() == nil)

      try await one.sync()

      let ana = try await one.open(id)
      #expect(ana.text == "mine")
      await ana.note.close()
    }
  }

  /// A device that has a note, of whose text others have a document with other words by now.
  private func device(_ base: String, theirs: String) async throws -> (Device, String, NoteText) {
    let device = try await Device("one", InMemoryServer(), seed: 1)
    let id = try await device.note("N", base).id
    try await device.send()
    let client = device.line.ask("POST", "/documents/clients", ["client_key": "other"]).body
      .objectValue?["client_id"]?.stringValue
    let answer = device.line.server.answer(
      DirectServer.Request(
        "POST", "/documents/note-\(id)/attach",
        query: [("client", client ?? ""), ("item_id", id), ("field", "body")]),
      as: device.line.caller)
    #expect(answer.status == 200)
    let read = try await device.store.noteText(id: id)
    device.others(id, ["body": .string(theirs)])
    try await device.hear(id)
    #expect(try await device.body(id) == theirs)
    return (device, id, read)
  }

  @Test func `a text that overrules unseen words takes none of them out of the document`()
    async throws
  {
    let (device, id, read) = try await device("by 8 now\n", theirs: "by 7 now\n")
    let now = try await device.store.noteText(id: id)
    _ = try await device.store.saveText(
      id: id, body: "by 9 now\n", basedOn: now.revision, snapshot: .pinned, tags: .none,
      contradictingSince: read.body)

    let exchange = try await device.leaving()
    _ = try await device.store.settle(
      exchange, device.reply(to: exchange),
      SyncPolicy(url: "https://notes.example", conflict: .manual, mergesDisjointTexts: true))

    #expect(device.bodiesThere() == ["by 7 now\n"])
    let conflict = try #require(try await device.store.parkedConflicts().first)
    #expect(conflict.context.ancestor?.properties["body"] == "by 8 now\n")
    #expect(conflict.context.current.properties["body"] == "by 7 now\n")
    #expect(conflict.context.clientPatch["body"] == "by 9 now\n")
    #expect(try await device.body(id) == "by 9 now\n")
  }

  @Test func `words that both added at one place are there once of each`() async throws {
    let (device, id, read) = try await device("start\n", theirs: "start b00 b01\n")
    let now = try await device.store.noteText(id: id)
    let merge = ThreeWayMerge(
      base: read.body, mine: "start a00 a01\n", theirs: now.body, additions: .bothStand)
    try await device.store.saveText(
      id: id, body: #require(merge.merged), basedOn: now.revision)

    try await device.sendAll()

    #expect(device.bodiesThere() == ["start a00 a01 b00 b01\n"])
  }
}
