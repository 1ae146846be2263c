import Foundation
import MarfaModel
import Testing

/// The program's words to whoever runs it.
@Suite(
  .enabled(
    if: FileManager.default.isExecutableFile(atPath: ProgramRun.server),
    "marfa-server was not built"),
  .timeLimit(.minutes(2)))
struct CommandLineTests {
  private func withFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "marfa-command-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
  }

  private func run(
    _ arguments: String...
  ) async throws -> (status: Int32?, output: String, errors: String) {
    try await ProgramRun.run(ProgramRun.server, arguments)
  }

  @Test func `keys are made, listed and revoked`() async throws {
    try await withFolder { folder in
      let data = ["--data", folder.path]
      let made = try await ProgramRun.run(
        ProgramRun.server, ["keys", "create", "--label", "one"] + data)
      let second = try await ProgramRun.run(
        ProgramRun.server,
        ["keys", "create", "--label", "two", "--role", "member", "--type", "core.*=write"] + data)
      let list = try await ProgramRun.run(ProgramRun.server, ["keys", "list"] + data)

      #expect(made.status == 0, "\(made.errors)")
      #expect(made.output.hasPrefix("marfa_k1_"))
      #expect(second.status == 0, "\(second.errors)")
      let lines = list.output.split(separator: "\n")
      try #require(lines.count == 2, "\(list.output)")
      #expect(!list.output.contains("marfa_k1_"))
      let ids = lines.compactMap { $0.split(separator: " ").first.map(String.init) }
      let revoked = try await ProgramRun.run(
        ProgramRun.server, ["keys", "revoke", ids[1]] + data)
      let last = try await ProgramRun.run(ProgramRun.server, ["keys", "revoke", ids[0]] + data)
      #expect(revoked.status == 0)
      #expect(last.status != 0)
      #expect(last.errors.contains("last key"))
    }
  }

  @Test func `a key that is made beside a running server is known to it at once`() async throws {
    try await withFolder { folder in
      let server = try ProgramRun(ProgramRun.server, ["--data", folder.path, "--port", "0"])
      let line: String = try #require(
        await server.errors.next(startingWith: "marfa-server listens"))
      let port: Int = try #require(line.split(separator: ":").last.flatMap { Int($0) })

      let made = try await run("keys", "create", "--data", folder.path, "--label", "late")

      let key = made.output.filter { !$0.isWhitespace }
      let answer = try await HTTPExchange(host: "127.0.0.1", port: port)
        .send(ContractRequest("GET", "/items").with(key: key))
      #expect(made.status == 0, "\(made.errors)")
      #expect(answer.status == 200)
      server.terminate()
      #expect(await server.exitStatus() == 0)
    }
  }

  @Test func `another address than loopback needs a key`() async throws {
    try await withFolder { folder in
      let answer = try await run(
        "--data", folder.path, "--host", "0.0.0.0", "--port", "0")

      #expect(answer.status != 0)
      #expect(answer.errors.contains("keys create"))
    }
  }

  @Test func `a data directory has one server, and says who`() async throws {
    try await withFolder { folder in
      let first = try ProgramRun(
        ProgramRun.server, ["--data", folder.path, "--port", "0"])
      _ = try #require(await first.errors.next(startingWith: "marfa-server listens"))

      let second = try await run("--data", folder.path, "--port", "0")

      #expect(second.status != 0)
      #expect(second.errors.contains("has \(folder.path) open"))
      first.terminate()
      #expect(await first.exitStatus() == 0)
    }
  }

  @Test func `a port that is taken is said to be`() async throws {
    try await withFolder { folder in
      let first = try ProgramRun(
        ProgramRun.server, ["--data", folder.appending(path: "a").path, "--port", "0"])
      let line: String = try #require(
        await first.errors.next(startingWith: "marfa-server listens"))
      let port: Substring = try #require(line.split(separator: ":").last)

      let second = try await run(
        "--data", folder.appending(path: "b").path, "--port", String(port))

      #expect(second.status != 0)
      #expect(second.errors.contains("Port \(port) on 127.0.0.1 is taken"))
      first.terminate()
      #expect(await first.exitStatus() == 0)
    }
  }

  @Test func `a bad configuration is refused with its place`() async throws {
    try await withFolder { folder in
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let file = folder.appending(path: "server.yaml").path
      try "host: 127.0.0.1\nport: many\n".write(toFile: file, atomically: true, encoding: .utf8)

      let answer = try await run("--data", folder.path, "--config", file)
      let missing = try await run("--data", folder.path, "--config", file + ".gone")
      let nowhere = try await run("serve")

      #expect(answer.status != 0)
      #expect(answer.errors.contains("\(file):2:7: port is a whole number"))
      #expect(missing.status != 0)
      #expect(nowhere.errors.contains("--data DIR"))
    }
  }

  @Test func `the settings are printed as a configuration`() async throws {
    let answer = try await run("config", "print")

    #expect(answer.status == 0)
    #expect(answer.output.contains("\nport: 8600\n"))
  }

  @Test func `a store is backed up and checked`() async throws {
    try await withFolder { folder in
      let data = ["--data", folder.path]
      _ = try await ProgramRun.run(ProgramRun.server, ["keys", "create", "--label", "a"] + data)
      let file = folder.appending(path: "copy.sqlite").path

      let backup = try await ProgramRun.run(ProgramRun.server, ["backup", file] + data)
      let again = try await ProgramRun.run(ProgramRun.server, ["backup", file] + data)
      let check = try await ProgramRun.run(ProgramRun.server, ["check"] + data)

      #expect(backup.status == 0, "\(backup.errors)")
      #expect(FileManager.default.fileExists(atPath: file))
      #expect(again.status != 0)
      #expect(check.status == 0)
      #expect(check.output.contains("whole"))
    }
  }
}
