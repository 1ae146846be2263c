import Foundation
import Glibc
import TestSupport
import Testing

/// Symbolic links in a folder that is kept equal to the notes.
@Suite(.timeLimit(.minutes(20))) struct MirrorLinkTests {
  @Test func `a symbolic link stays one, and its file gets the text and keeps its mode`()
    async throws
  {
    let fixture = try CommandFixture()
    let folder = try TemporaryDirectory()
    try folder.write("one\n", to: "target.txt")
    chmod(folder.path + "/target.txt", 0o600)
    symlink("target.txt", folder.path + "/Oat.md")
    _ = await fixture.run(["mirror", folder.path, "--once"])

    fixture.clock.advance(byMilliseconds: 1000)
    _ = await fixture.run("edit Oat -", input: "two\n")
    _ = await fixture.run(["mirror", folder.path, "--once"])
    #expect(try folder.read("target.txt") == "two\n")
    _ = await fixture.run("move --to House --make Oat")
    let moved = await fixture.run(["mirror", folder.path, "--once"])

    #expect(moved.status == 0 && moved.error.isEmpty, "\(moved.error)")
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/Oat.md"))
    let link = folder.path + "/House/Oat.md"
    let target = try FileManager.default.destinationOfSymbolicLink(atPath: link)
    #expect(target.hasSuffix("/target.txt"))
    var status = stat()
    #expect(stat(link, &status) == 0 && status.st_mode & 0o777 == 0o600)
    #expect(try folder.read("House/Oat.md") == "two\n")
  }
}
