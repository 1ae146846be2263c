import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct ReadmeSyncingTests {
  /// The lines of the README that show how to sync.
  private func lines() throws -> [String] {
    let readme = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "README.md")
    let text = try String(contentsOf: readme, encoding: .utf8)
    let block = try #require(text.components(separatedBy: "<!-- syncing -->\n```sh\n").last)
    let code = try #require(block.components(separatedBy: "\n```").first)
    return code.components(separatedBy: "\n")
  }

  @Test func `the five lines of the README sync two machines`() async throws {
    let folder = try TemporaryDirectory()
    let lines = try lines()
    try #require(lines.count == 5)
    // A free port, so that tests can run side by side; nothing waits between the lines.
    #expect(lines[0] == "marfa-server --data ~/marfa-server > ~/marfa-server.log 2>&1 &")
    let port = try FreePort.find()
    let script =
      ([lines[0].replacing(" &", with: " --port \(port) & server=$!\ntrap 'kill $server' EXIT")]
      + lines.dropFirst()).joined(separator: "\n").replacing(":8600", with: ":\(port)")
    let programs = URL(filePath: ProgramRun.built("marfa")).deletingLastPathComponent().path

    let shell = try ProgramRun(
      "/bin/bash", ["-euo", "pipefail", "-c", script],
      environment: ["HOME": folder.path, "PATH": programs + ":/usr/bin:/bin", "LANG": "C.UTF-8"])
    let errors = await shell.lines.rest()
    let status = await shell.exitStatus()

    #expect(status == 0, "\(errors)")
    #expect(try shell.output.contains("Rings"))
    #expect(errors.components(separatedBy: "All notes are on the server.").count == 4)
  }
}
