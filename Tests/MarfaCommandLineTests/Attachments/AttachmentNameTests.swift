import Foundation
import Glibc
import MarfaSDK
import Testing

@Suite(.timeLimit(.minutes(20))) struct AttachmentNameTests {
  private func file(_ fixture: CommandFixture, _ name: String, _ bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(filePath: fixture.directory.path + "/" + name))
  }

  @Test func `of two names of the same bytes only the named one is taken away`() async throws {
    let fixture = try CommandFixture()
    let id = await fixture.note("--title Rye", text: "x\n")
    try file(fixture, "a.txt", [1])
    try file(fixture, "a-copy.txt", [1])
    _ = await fixture.run(["attach", id, "a.txt", "a-copy.txt"])
    let hash = try #require(
      try await fixture.json("attach \(id) --json").arrayValue?.first?.objectValue?["hash"]?
        .stringValue)

    let unclear = await fixture.run(["attach", id, "--remove", hash])
    let removed = await fixture.run(["attach", id, "--remove", "a-copy.txt"])

    #expect(unclear.status == 2)
    #expect(unclear.error.contains("name one of them: “a.txt”, “a-copy.txt”"))
    #expect(removed.status == 0)
    #expect(await fixture.run("attach \(id)").output == "here  1 byte  a.txt\n")
  }

  @Test func `several files need a folder, which is said once, and are anybody's as any file`()
    async throws
  {
    let fixture = try CommandFixture()
    let id = await fixture.note("--title Rye", text: "x\n")
    for name in ["a", "b"] {
      try file(fixture, name, Array(name.utf8))
      _ = await fixture.run(["attach", id, name])
    }
    try file(fixture, "plain", [])
    let mask = umask(0o022)
    umask(mask)

    let refused = await fixture.run(["get", id, "--output", "plain"])
    let nowhere = await fixture.run(["get", id, "a", "--output", "none/c"])
    let got = await fixture.run(["get", id, "a", "--output", "c"])

    let root = fixture.directory.path
    #expect(refused.status == 3)
    #expect(refused.error == "marfa: Several files need a folder; \(root)/plain is not one.\n")
    #expect(nowhere.error == "marfa: The folder \(root)/none does not exist.\n")
    #expect(got.status == 0)
    var status = stat()
    try #require(stat(root + "/c", &status) == 0)
    #expect(status.st_mode & 0o777 == 0o666 & ~mask)
  }

  @Test func `files of the same name are all written, the later ones with their hash`() async throws
  {
    let fixture = try CommandFixture()
    let id = await fixture.note("--title Rye", text: "x\n")
    for byte in UInt8(1)...3 {
      try file(fixture, "image.png", [byte])
      _ = await fixture.run(["attach", id, "image.png"])
    }
    let hashes = try await fixture.json("attach \(id) --json").arrayValue?.compactMap {
      $0.objectValue?["hash"]?.stringValue?.dropFirst("sha256:".count).prefix(8)
    }
    let folder = fixture.directory.path + "/out"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)

    let got = await fixture.run(["get", id, "image.png", "image.png", "--output", "out"])

    #expect(got.status == 0, "\(got.error)")
    let digits = try #require(hashes)
    try #require(digits.count == 3)
    let names = ["image.png", "image \(digits[1]).png", "image \(digits[2]).png"]
    #expect(got.output == names.map { "\(folder)/\($0)\n" }.joined())
    for (byte, name) in zip(UInt8(1)..., names) {
      #expect(try Array(Data(contentsOf: URL(filePath: "\(folder)/\(name)"))) == [byte])
    }
  }
}
