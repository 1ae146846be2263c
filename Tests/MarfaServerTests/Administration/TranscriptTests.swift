import Foundation
import MarfaModel
import TestSupport
import Testing

/// The transcript of the README, word for word, by `curl` alone on the real program.
@Suite(
  .enabled(if: ProgramRun.isThere("/bin/bash", "/usr/bin/curl"), "needs bash and curl"),
  .timeLimit(.minutes(20)))
struct TranscriptTests {
  /// The shell block of the README that follows the comment `transcript`.
  private static func transcript() throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    let rest = readme.components(separatedBy: "<!-- transcript -->\n```sh\n")
    try #require(rest.count == 2)
    return try #require(rest[1].components(separatedBy: "```").first)
  }

  @Test func `curl alone can do what the README says`() async throws {
    try await withFolder { folder in
      let server = try await ProgramServer(folder.appending(path: "data"))
      let advice = await server.run.lines.next(startingWith: "No key has been made yet")
      let command = await server.run.lines.next(startingWith: "  curl -X POST \(server.base)/keys")
      #expect(advice != nil)
      let token: Substring = try #require(
        command?.components(separatedBy: "X-Bootstrap-Token: ").last?.prefix { $0 != "'" })

      let script = try Self.transcript()
        .replacing("TOKEN=marfa_b1_…", with: "TOKEN=\(token)")
        .replacing("http://127.0.0.1:8600", with: server.base)
      let shell = try ProgramRun("/bin/bash", ["-euo", "pipefail", "-c", script])
      let status = await shell.exitStatus()

      let output = try shell.output
      #expect(status == 0, "\(output)")
      try check(output.split(separator: "\n").map(String.init))
      // The stream that the script left open ends cleanly, and so does the server.
      #expect(await server.end() == 0)
      #expect(await shell.lines.rest() == "")
    }
  }

  /// Frames have lines of their own; each other line is an answer and its status.
  private func check(_ all: [String]) throws {
    // A slow machine may see a heartbeat between the frames.
    let lines = all.filter { !$0.hasPrefix(":") }
    try #require(lines.count == 10, "\(all.joined(separator: "\n"))")
    #expect(lines[0].hasPrefix("id: "))
    #expect(lines[1] == "event: stream_cursor")
    #expect(lines[3].hasPrefix("id: "))
    #expect(lines[4] == "event: item.created")
    let item = try JSONParser.parse(lines[5].dropFirst("data: ".count).utf8)
    #expect(item["properties"]["body"] == "three reed warblers")

    let patched = try answer(lines[6])
    #expect(patched.status == "200")
    #expect(patched.json["item"]["id"] == item["id"])
    #expect(patched.json["item"]["version"] == 2)

    let conflict = try answer(lines[7])
    #expect(conflict.status == "409")
    #expect(conflict.json["error"]["code"] == "version_conflict")
    #expect(conflict.json["current"]["properties"]["body"] == "four reed warblers")
    #expect(conflict.json["ancestor"]["properties"]["body"] == "three reed warblers")
    #expect(conflict.json["conflicting_fields"] == ["body"])
    #expect(conflict.json["merge_policy"]["fields"]["body"] == "keep_both_copies")

    let blob = try answer(lines[8])
    #expect(blob.status == "201")
    #expect(
      blob.json["hash"]
        == "sha256:265b76b734fb7e212f7748b8f6dd3c4c1da2d188d3c57673f7b390d4c37f02bd")
    let found = try answer(lines[9])
    #expect(found.status == "200")
    #expect(found.json["results"][0]["item"]["id"] == item["id"])
  }

  private func answer(_ line: String) throws -> (json: JSONValue, status: String) {
    let space = try #require(line.lastIndex(of: " "))
    return (try JSONParser.parse(line[..<space].utf8), String(line[line.index(after: space)...]))
  }
}
