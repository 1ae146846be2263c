import Foundation
import MarfaModel
import MarfaServer
import TestSupport
import Testing

/// What the program says to the person who runs it beside a server, or instead of one.
@Suite(
  .timeLimit(.minutes(20)))
struct CommandLineTests {
  private typealias Answer = (status: Int32?, output: String, errors: String)

  private func run(_ arguments: String..., data: URL? = nil) async throws -> Answer {
    try await ProgramRun.run(
      ProgramRun.server, arguments + (data.map { ["--data", $0.path] } ?? []))
  }

  @Test func `keys are made, listed and revoked`() async throws {
    try await withFolder { data in
      let made = try await run("keys", "create", "--label", "one", data: data)
      let second = try await run(
        "keys", "create", "--label", "two", "--role", "member", "--type", "core.*=write",
        "--edge", "*=write", "--extension", "app.*=read", "--metadata", "types=write",
        "--document", "plan.*=read", data: data)
      let list = try await run("keys", "list", data: data)

      #expect(made.status == 0, "\(made.errors)")
      #expect(made.output.hasPrefix("marfa_k1_"))
      #expect(second.status == 0, "\(second.errors)")
      let lines = list.output.split(separator: "\n")
      try #require(lines.count == 2, "\(list.output)")
      #expect(!list.output.contains("marfa_k1_"))
      let ids = lines.compactMap { $0.split(separator: " ").first.map(String.init) }
      let revoked = try await run("keys", "revoke", ids[1], data: data)
      let again = try await run("keys", "revoke", ids[1], data: data)
      let last = try await run("keys", "revoke", ids[0], data: data)
      #expect(revoked.status == 0, "\(revoked.errors)")
      #expect(again.status != 0)
      #expect(again.errors == "Error: The key was not found.\n")
      #expect(last.status != 0)
      #expect(last.errors.contains("last key"))
    }
  }

  @Test(arguments: [
    ["--port", "many"], ["--port", "70000"], ["--nonsense"], ["keys"], ["keys", "create"],
    ["keys", "create", "--label", "x", "--role", "king"],
    ["keys", "create", "--label", "x", "--type", "core.note=all"],
    ["keys", "create", "--label", "x", "--type", "core.note=read"],
    ["keys", "create", "--label", "x", "--role", "admin", "--type", "core.note=read"],
    ["keys", "create", "--label", "x", "--role", "member", "--type", "core..=read"],
    [
      "keys", "create", "--label", "x", "--role", "member", "--type", "a=read", "--type", "a=write",
    ],
    ["keys", "create", "--label", "x", "--edge", "*=write"],
    ["keys", "create", "--label", "x", "--role", "member", "--extension", "app.x"],
    ["keys", "create", "--label", ""], ["keys", "revoke"], ["backup"], ["config", "write"],
    ["serve", "extra"],
  ])
  func `a wrong word ends with a message and changes nothing`(words: [String]) async throws {
    try await withFolder { folder in
      let data = folder.appending(path: "data")

      let answer = try await ProgramRun.run(
        ProgramRun.server, words + ["--data", data.path])

      let store = try SQLiteServerStore(besideServerIn: data.path, ids: ItemIdGenerator())
      #expect(answer.status ?? -1 > 0)
      #expect(!answer.errors.isEmpty)
      #expect(try await store.keys() == [])
      try await store.close()
    }
  }

  @Test func `a configuration that is wrong is refused with its place`() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "server.yaml").path
      try "host: 127.0.0.1\nport: many\n".write(toFile: file, atomically: true, encoding: .utf8)

      let answer = try await run("--config", file, data: folder)
      let missing = try await run("--config", file + ".gone", data: folder)
      let nowhere = try await run("serve")

      #expect(answer.status != 0)
      #expect(answer.errors.contains("\(file):2:7: port must be a whole number"))
      #expect(missing.status != 0)
      #expect(missing.errors.contains("\(file).gone cannot be read"))
      #expect(nowhere.status != 0)
      #expect(nowhere.errors.contains("--data DIR"))
    }
  }

  @Test func `the settings are printed as a configuration that gives them again`() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "server.yaml").path
      let given = "data: \"/srv/notes\"\nport: 8700\nmax_blob_size: 1000\n"
      try given.write(toFile: file, atomically: true, encoding: .utf8)

      let first = try await run("config", "print", "--config", file)
      try first.output.write(toFile: file, atomically: true, encoding: .utf8)
      let second = try await run("config", "print", "--config", file)

      #expect(first.status == 0, "\(first.errors)")
      for line in given.split(separator: "\n") { #expect(first.output.contains("\n\(line)\n")) }
      #expect(second.output == first.output)
    }
  }

  @Test func `a store is backed up, checked, and goes on from its copy`() async throws {
    try await withFolder { folder in
      let data = folder.appending(path: "data")
      let made = try await run("keys", "create", "--label", "a", data: data)
      let copy = folder.appending(path: "copy")
      try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
      let file = copy.appending(path: "marfa-server.sqlite").path

      let backup = try await run("backup", file, data: data)
      let again = try await run("backup", file, data: data)
      let nowhere = try await run("backup", folder.path + "/none/copy.sqlite", data: data)
      let check = try await run("check", data: copy)
      let keys = try await run("keys", "list", data: copy)

      #expect(made.status == 0, "\(made.errors)")
      #expect(backup.status == 0, "\(backup.errors)")
      #expect(again.status != 0)
      #expect(again.errors.contains("already exists"))
      #expect(nowhere.status != 0)
      #expect(nowhere.errors.contains("No folder \(folder.path)/none"))
      #expect(check.status == 0, "\(check.output)")
      #expect(check.output == "No damage found.\n")
      #expect(keys.output.hasSuffix("  a\n"))
    }
  }

  @Test(arguments: [
    ["check"], ["keys", "list"], ["keys", "revoke", "x"], ["backup", "copy.sqlite"],
  ])
  func `a mistyped folder is reported and not created`(words: [String]) async throws {
    try await withFolder { folder in
      let data = folder.appending(path: "typo")

      let answer = try await ProgramRun.run(
        ProgramRun.server, words + ["--data", data.path])

      #expect(answer.status != 0)
      #expect(answer.errors.contains("\(data.path) has no server data"))
      #expect(!FileManager.default.fileExists(atPath: data.path))
    }
  }

  @Test func `a key that would not have its limits is refused in words`() async throws {
    try await withFolder { data in
      let admin = try await run(
        "keys", "create", "--label", "x", "--type", "core.note=read", data: data)

      #expect(admin.status != 0)
      #expect(admin.output.isEmpty)
      #expect(admin.errors.contains("--role member"), "\(admin.errors)")
    }
  }

  @Test func `every file that the server makes is its owner's alone`() async throws {
    try await withFolder { folder in
      let data = folder.appending(path: "data")
      let server = try await ProgramServer(data)
      let api = try await server.firstKey()
      let blob = try await api.send(ContractRequest("POST", "/blobs", body: Array("hi".utf8)))
      let archive = try await api.get("/export")
      _ = try await api.note("a")
      let backup = try await run("backup", folder.path + "/copy.sqlite", data: data)

      #expect(blob.status == 201)
      #expect(archive.status == 200)
      #expect(backup.status == 0, "\(backup.errors)")
      let names = try #require(FileManager.default.enumerator(atPath: folder.path))
      var count = 0
      for case let name as String in names {
        let path = folder.path + "/" + name
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        let mode = try #require(attributes[.posixPermissions] as? Int)
        #expect(mode & 0o077 == 0, "\(name) \(String(mode, radix: 8))")
        count += 1
      }
      #expect(count >= 6)
      #expect(await server.end() == 0)
    }
  }

  @Test(arguments: [(nil, "are missing"), ("ho", "do not match its hash")] as [(String?, String)])
  func `a check names the blob whose bytes are gone or others`(
    bytes: String?, fault: String
  ) async throws {
    try await withFolder { folder in
      let server = try await ProgramServer(folder)
      let api = try await server.firstKey()
      let blob = try await api.send(
        ContractRequest(
          "POST", "/blobs", headers: ["content-type": "text/plain"], body: Array("hi".utf8)))
      let hash: String = try #require(blob.json["hash"].stringValue)
      #expect(await server.end() == 0)
      let blobs = folder.appending(path: "blobs")
      let files = try #require(FileManager.default.enumerator(atPath: blobs.path))
      for case let name as String in files where hash.hasSuffix(name.suffix(32)) {
        let file = blobs.appending(path: name)
        try FileManager.default.removeItem(at: file)
        if let bytes { try Data(bytes.utf8).write(to: file) }
      }

      let check = try await run("check", data: folder)

      #expect(check.status == 1)
      #expect(check.output == "The bytes of \(hash) \(fault).\n")
    }
  }
}
