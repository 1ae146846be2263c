import Foundation
import NoteFiles
import Testing

@Suite(.timeLimit(.minutes(20))) struct NoteProgramTests {
  private func run(_ command: String, _ variables: [String: String] = [:]) async throws
    -> NoteProgram.Outcome
  {
    try await NoteProgram(
      command, environment: variables.merging(["PATH": "/usr/bin:/bin"]) { own, _ in own }
    ).run()
  }

  @Test func `a command gets the note, and both of its outputs are kept`() async throws {
    let (path, outcome) = try await NoteProgram.withFile("line\n") { file in
      let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
      #expect(mode == 0o600)
      let outcome = try await run(
        "echo \"$NOTE_ID $NOTE_TITLE\" >&2; cat \"$NOTE_FILE\"; exit 3",
        NoteProgram.variables(id: "x", title: "a \"b\" $c", file: file))
      return (file, outcome)
    }

    #expect(outcome == NoteProgram.Outcome(status: 3, output: "x a \"b\" $c\nline\n"))
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `a command that prints without end is ended`() async throws {
    let outcome = try await run("yes")

    #expect(outcome.status == nil)
    #expect(outcome.output.utf8.count >= NoteProgram.maximumOutput)
    #expect(outcome.output.utf8.count < 2 * NoteProgram.maximumOutput)
  }

  @Test func `a command that takes too long is ended with all that it started`() async throws {
    let outcome = try await NoteProgram(
      "echo one; (sleep 600)", environment: ["PATH": "/usr/bin:/bin"], limit: .zero
    ).run()

    #expect(outcome.status == nil)
  }
}
