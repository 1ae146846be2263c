import Foundation
import GRDB
import MarfaSDK
import MarfaSDKTestSupport
import Testing

/// `marfa edit ID -` while another process writes to the note.
@Suite(.timeLimit(.minutes(20))) struct StandardInputTests {
  /// Gives a text, and lets another process write one while it is read.
  private func input(
    _ text: String, while theirs: String, path: String
  ) -> @Sendable () -> [UInt8] {
    {
      let queue = try? DatabaseQueue(path: path)
      try? queue?.write { db in
        try db.execute(sql: "UPDATE item_text SET body = ?", arguments: [theirs])
        try db.execute(sql: "UPDATE item SET revision = revision + 1, version = version + 1")
      }
      return Array(text.utf8)
    }
  }

  @Test func `text that another process writes while the input is read survives`() async throws {
    let fixture = try CommandFixture()
    let id = await fixture.note("--title Rye", text: "one\n\ntwo\n\nthree\n")

    let transcript = await fixture.run(
      ["edit", id, "-"],
      readInput: input(
        "one\n\ntwo\n\nTHREE\n", while: "ONE\n\ntwo\n\nthree\n", path: fixture.databasePath))

    #expect(transcript.status == 0, "\(transcript.error)")
    #expect(await fixture.run("show \(id)").output == "ONE\n\ntwo\n\nTHREE\n")
  }

  @Test func `an empty input changes nothing, and a line break empties the note`() async throws {
    let fixture = try CommandFixture()
    let id = await fixture.note("--title Rye", text: "one\n")

    let transcript = await fixture.run("edit \(id) -")

    #expect(transcript.status == 1)
    #expect(transcript.error.contains("Standard input was empty; the note is unchanged."))
    #expect(await fixture.run("show \(id)").output == "one\n")
    #expect(await fixture.run("edit \(id) -", input: "\n").status == 0)
    #expect(await fixture.run("show \(id)").output == "\n")
  }

  @Test func `a text that contradicts is kept in a file that recover lists`() async throws {
    let fixture = try CommandFixture()
    let id = await fixture.note("--title Rye", text: "one\n")

    let transcript = await fixture.run(
      ["edit", id, "-"],
      readInput: input("mine\n", while: "theirs\n", path: fixture.databasePath))

    #expect(transcript.status == 4)
    #expect(transcript.error.contains("marfa recover"))
    #expect(await fixture.run("show \(id)").output == "theirs\n")
    let listed = try await fixture.json("recover --json").arrayValue?.first?.objectValue
    #expect(listed?["id"] == .string(id))
    let path = listed?["path"]?.stringValue ?? ""
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine\n")
  }
}
