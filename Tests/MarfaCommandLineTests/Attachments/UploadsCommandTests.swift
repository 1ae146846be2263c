import Foundation
import MarfaSDK
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct UploadsCommandTests {
  private func names(_ device: CommandFixture) async throws -> [String] {
    (try await device.json("uploads --json").arrayValue ?? []).compactMap {
      $0.objectValue?["name"]?.stringValue
    }
  }

  @Test func `sync reports as JSON how far each file is`() async throws {
    let server = try await ServedNotes.start()
    let device = try CommandFixture.device(1)
    #expect(try await device.logIn(to: server, key: try await server.key()).status == 0)
    _ = await device.note("--title Rye", text: "x\n")
    try device.directory.write("crumb", to: "crumb.txt")
    try await device.succeeds("attach Rye crumb.txt")

    let transcript = await device.run("sync --progress json")

    #expect(transcript.status == 0, "\(transcript.error)")
    let lines = try transcript.error.split(separator: "\n").compactMap {
      try JSONParser.parse(Array($0.utf8)).objectValue
    }
    #expect(lines.allSatisfy { $0["name"] == "crumb.txt" })
    #expect(lines.first?["state"] == "queued")
    #expect(lines.last?["state"] == "gone")
    withExtendedLifetime(server) {}
  }

  @Test func `uploads that go first keep the order in which they are named`() async throws {
    let server = try await ServedNotes.start()
    let device = try CommandFixture.device(1)
    let id = await device.note("--title Rye", text: "x\n")
    #expect(try await device.logIn(to: server, key: try await server.key()).status == 0)
    for name in ["a", "b", "c", "d"] {
      try device.directory.write(name, to: name)
      try await device.succeeds("attach \(id) \(name)")
    }

    try await device.succeeds("uploads first d b d")
    let unknown = await device.run("uploads first a nothing")

    #expect(try await names(device) == ["d", "b", "a", "c"])
    #expect(unknown.error == "marfa: No upload “nothing”.\n")
    #expect(unknown.status == 3)
    withExtendedLifetime(server) {}
  }

  @Test func `a file that failed is missing on the server until it is sent again`()
    async throws
  {
    let server = try await ServedNotes.start()
    let device = try CommandFixture.device(1)
    let id = await device.note("--title Rye", text: "x\n")
    #expect(try await device.logIn(to: server, key: try await server.key()).status == 0)
    let before = try await device.status()["last_synced_at"]
    try device.directory.write("PNG", to: "crumb.png")
    try await device.succeeds("attach \(id) crumb.png")
    let store = try await device.store()
    let upload = try #require(try await store.uploads().first)
    try await store.failUpload(upload.hash, words: "No.")

    let failed = await device.run("sync --wait --quiet")
    let between = try await device.status()
    try await device.succeeds("uploads resume --all")
    let sent = await device.run("sync --wait --quiet")
    let after = try await device.status()

    #expect(failed.status == 7, "\(failed.error)")
    #expect(between["last_synced_at"] == before)
    #expect(sent.status == 0, "\(sent.error)")
    #expect(after["all_on_server"] == true)
    #expect(after["last_synced_at"] != before)
    withExtendedLifetime(server) {}
  }
}
