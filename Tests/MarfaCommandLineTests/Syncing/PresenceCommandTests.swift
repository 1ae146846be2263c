import Foundation
import MarfaSDK
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct PresenceCommandTests {
  /// A note that a device opened as an editor does.
  private struct Opened {
    let client: MarfaClient
    let note: any NoteDocument

    init(_ id: String, on device: CommandFixture, _ server: ServedNotes, key: String) async throws {
      client = try await MarfaClient.synced(
        url: try #require(URL(string: server.url)), apiKey: key, storePath: device.databasePath)
      note = try #require(await client.noteDocuments?.note(id: id))
      _ = try await note.open()
    }

    /// Waits until others are in the note under these names.
    func waitForOthers(named names: [String]) async {
      for await people in note.people where people.compactMap(\.name) == names { return }
    }
  }

  /// Two devices with one note, each signed in.
  private struct Pair {
    let server: ServedNotes
    let key: String
    let one: CommandFixture
    let two: CommandFixture
    let id: String

    init() async throws {
      server = try await ServedNotes.start()
      key = try await server.key()
      (one, two) = (try CommandFixture.device(1), try CommandFixture.device(2))
      id = await one.note("--title Rye", text: "flour\n")
      for device in [one, two] {
        let login = try await device.logIn(to: server, key: key)
        try #require(login.status == 0, "\(login.error)")
      }
    }
  }

  @Test func `people in a note are listed with its title, and nobody is nothing`() async throws {
    let pair = try await Pair()
    let mine = try await Opened(pair.id, on: pair.one, pair.server, key: pair.key)
    let theirs = try await Opened(pair.id, on: pair.two, pair.server, key: pair.key)
    await theirs.note.show([PresenceKey.name: "Bo\u{1B}[31m", PresenceKey.color: "3"])
    await mine.waitForOthers(named: ["Bo\u{1B}[31m"])

    let people = try await pair.one.json("presence --json")
    let line = await pair.one.run("presence")
    let own = await pair.two.run("presence")
    await theirs.note.close()
    await mine.waitForOthers(named: [])
    let nobody = await pair.one.run("presence")
    let none = try await pair.one.json("presence --json")

    let person = try #require(people.arrayValue?.first?.objectValue)
    #expect(people.arrayValue?.count == 1)
    #expect(person["name"] == "Bo\u{1B}[31m")
    #expect(person["id"] == .string(pair.id))
    #expect(person["title"] == "Rye")
    #expect(person["color"] == 3)
    #expect(line.status == 0)
    #expect(line.output.hasPrefix("Bo"))
    #expect(line.output.hasSuffix("  Rye\n"))
    #expect(own.output == "")
    #expect((nobody.output, nobody.error, nobody.status) == ("", "", 0))
    #expect(none == [])
  }

  @Test func `without a server it says what is missing`() async throws {
    let alone = try CommandFixture.device(1)
    let result = await alone.run("presence")
    #expect(result.status == 2)
    #expect(result.error.contains("marfa login"))

    let pair = try await Pair()
    _ = try await Opened(pair.id, on: pair.one, pair.server, key: pair.key)
    await pair.server.kill()
    let away = await pair.one.run("presence")
    #expect(away.status == 5)
    #expect(away.output == "")
    #expect(!away.error.isEmpty)
  }
}
