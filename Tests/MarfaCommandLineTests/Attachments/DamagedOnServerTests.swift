import Foundation
import MarfaSDK
import TestSupport
import Testing

/// Files whose bytes on the server are other ones than their hash says.
@Suite(.timeLimit(.minutes(20))) struct DamagedOnServerTests {
  @Test func `a damaged copy is refused, and a device that has the file sends it again`()
    async throws
  {
    let server = try await ServedNotes.start()
    let key = try await server.key()
    let (one, two) = (try CommandFixture.device(1), try CommandFixture.device(2))
    for device in [one, two] {
      #expect(try await device.logIn(to: server, key: key).status == 0)
    }
    let id = await one.note("--title Rye", text: "x\n")
    try one.directory.write("bread", to: "crumb.txt")
    try await one.succeeds("attach \(id) crumb.txt")
    try await one.succeeds("sync --quiet")
    try await two.succeeds("sync --quiet")
    let hash = try #require(
      try await one.json("attach \(id) --json").arrayValue?.first?.objectValue?["hash"]?
        .stringValue)
    let digits = hash.dropFirst("sha256:".count)
    let there = server.folder.path + "/server/blobs/\(digits.prefix(2))/\(digits.dropFirst(2))"
    try Data("bxead".utf8).write(to: URL(filePath: there))

    let refused = await two.run(["get", id, "--output", "copy"])
    let gone = await two.run(["get", id, "--output", "copy"])
    try await one.succeeds("sync --quiet")
    let got = await two.run(["get", id, "--output", "copy"])

    #expect(refused.status == 1)
    // On a slow machine a line about the progress may come first.
    #expect(
      refused.error.hasSuffix(
        "marfa: The server's copy of crumb.txt is damaged; nothing of it was kept. "
          + "`marfa sync` on a device that has the file sends it again.\n"))
    #expect(gone.status == 3, "\(gone.error)")
    #expect(got.status == 0, "\(got.error)")
    #expect(
      try String(contentsOfFile: two.directory.path + "/copy", encoding: .utf8) == "bread")
  }
}
