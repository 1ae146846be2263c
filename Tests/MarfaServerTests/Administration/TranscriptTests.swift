import Foundation
import MarfaModel
import Testing

/// The transcript of the documentation, done by `curl` alone on the real program.
@Suite(
  .enabled(
    if: FileManager.default.isExecutableFile(atPath: ProgramRun.server)
      && FileManager.default.isExecutableFile(atPath: "/usr/bin/curl"),
    "marfa-server or curl is not there"),
  .timeLimit(.minutes(2)))
struct TranscriptTests {
  private func curl(_ arguments: String...) async throws -> JSONValue {
    let run = try await ProgramRun.run("/usr/bin/curl", ["-sS", "--max-time", "60"] + arguments)
    try #require(run.status == 0, "\(run.errors)")
    return try JSONParser.parse(run.output.utf8)
  }

  @Test func `curl alone can do what the documentation's examples do`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "marfa-transcript-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let server = try ProgramRun(ProgramRun.server, ["--data", folder.path, "--port", "0"])
    let announcement: String = try #require(
      await server.errors.next(startingWith: "marfa-server listens on "))
    let base = String(announcement.dropFirst("marfa-server listens on ".count))

    // The first start says how to make the first key; do just that.
    let advice: String = try #require(await server.errors.next(startingWith: "There is no key yet"))
    #expect(advice.contains("first"))
    let key = try await curl(
      "-X", "POST", "\(base)/keys", "-H", "Content-Type: application/json", "-d",
      #"{"label": "me", "source": "Me"}"#)
    let secret: String = try #require(key["key"].stringValue)
    let header = "Authorization: Bearer \(secret)"

    // Watch events while a note is made.
    let events = try ProgramRun("/usr/bin/curl", ["-sN", "-H", header, "\(base)/events"])
    _ = try #require(await events.output.next(startingWith: "event: stream_cursor"))
    let made = try await curl(
      "-X", "POST", "\(base)/items", "-H", header, "-d",
      #"{"type": "core.note", "properties": {"title": "First", "body": "The quick brown fox"}}"#)
    let id: String = try #require(made["item"]["id"].stringValue)
    _ = try #require(await events.output.next(startingWith: "event: item.created"))
    let data: String = try #require(await events.output.next(startingWith: "data: "))
    #expect(try JSONParser.parse(data.dropFirst(6).utf8)["id"] == .string(id))

    // Patch it twice with the same version; the second time it is stale.
    let item = "\(base)/items/\(id)"
    let patched = try await curl(
      "-X", "PATCH", item, "-H", header, "-d",
      #"{"properties": {"body": "The slow brown fox"}, "version": 1}"#)
    #expect(patched["item"]["version"] == 2)
    let conflict = try await curl(
      "-X", "PATCH", item, "-H", header, "-d",
      #"{"properties": {"body": "The red fox"}, "version": 1}"#)
    #expect(conflict["error"]["code"] == "version_conflict")
    #expect(conflict["current"]["properties"]["body"] == "The slow brown fox")
    #expect(conflict["ancestor"]["properties"]["body"] == "The quick brown fox")
    #expect(conflict["conflicting_fields"] == ["body"])
    #expect(conflict["merge_policy"]["fields"]["body"] == "keep_both_copies")

    // Upload bytes and find the note.
    let blob = try await curl(
      "-X", "POST", "\(base)/blobs", "-H", header, "-H", "Content-Type: text/plain",
      "--data-binary", "hello")
    #expect(
      blob["hash"]
        == "sha256:2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824")
    let found = try await curl("-H", header, "\(base)/search?q=slow")
    #expect(found["results"][0]["item"]["id"] == .string(id))

    // SIGTERM: the stream ends cleanly, and so does the server.
    server.terminate()
    #expect(await events.exitStatus() == 0)
    #expect(await server.exitStatus() == 0)
  }
}
