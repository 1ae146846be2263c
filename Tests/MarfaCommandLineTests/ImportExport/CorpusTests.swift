import Foundation
import MarfaSDK
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct CorpusTests {
  private static let archive: String? = {
    let shared =
      ProcessInfo.processInfo.environment["MARFA_SHARED_DATA"]
      ?? URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "shared/data").path
    let path = shared + "/tldr-pages-en.tar.gz"
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }()

  @Test(.enabled(if: archive != nil, "the shared data is not there"))
  func `the corpus comes in without a failure, and a second time changes nothing`() async throws {
    let fixture = try CommandFixture()
    let folder = fixture.directory.path + "/corpus"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let tar = try await ProgramRun.run(
      "/usr/bin/env", ["tar", "xzf", try #require(Self.archive), "-C", folder])
    #expect(tar.status == 0, "\(tar.errors)")

    let first = try await fixture.json("import md corpus --json").objectValue
    let second = try await fixture.json("import md corpus --json").objectValue

    #expect(first?["failed"] == [])
    #expect((first?["imported"]?.integerValue ?? 0) > 7_000)
    #expect(second?["imported"] == 0 && second?["failed"] == [])
    #expect(second?["seen"] == first?["seen"])
    #expect(await fixture.run("search tar --limit 1").status == 0)
  }
}
