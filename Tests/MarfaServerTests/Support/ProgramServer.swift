import Foundation
import MarfaModel
import MarfaServer
import TestSupport
import Testing

extension ProgramRun {
  /// The path of `marfa-server`.
  static var server: String { built("marfa-server") }
}

/// The program `marfa-server`, serving a data directory of its own on an ephemeral port.
struct ProgramServer {
  let run: ProgramRun
  /// Where it says that it listens, such as `http://127.0.0.1:40123`.
  let base: String
  /// Its data directory.
  let folder: URL

  var port: Int { base.split(separator: ":").last.flatMap { Int($0) } ?? 0 }
  var exchange: HTTPExchange { HTTPExchange(host: "127.0.0.1", port: port) }

  /// Starts the program and waits until it listens.
  init(_ folder: URL, _ arguments: String...) async throws {
    self.folder = folder
    run = try ProgramRun(
      ProgramRun.server, ["--data", folder.path, "--port", "0"] + arguments)
    let start = "marfa-server listens on "
    let line: String = try #require(await run.lines.next(startingWith: start))
    base = String(line.dropFirst(start.count))
  }

  /// Makes the first key, without which nothing else can be asked.
  func firstKey() async throws -> ContractAPI {
    let advice: String = try #require(await run.lines.next(startingWith: "  curl -X POST"))
    let start = "\(BootstrapToken.header): "
    let token: Substring = try #require(
      advice.components(separatedBy: start).last?.prefix { $0 != "'" })
    var request = ContractRequest("POST", "/keys", json: ["label": "me", "source": "Me"])
    request.headers[BootstrapToken.header.lowercased()] = String(token)
    let answer = try await exchange.send(request)
    let key: String = try #require(answer.json["key"].stringValue)
    return ContractAPI(subject: RemoteSubject(exchange: exchange, adminKey: key), key: key)
  }

  /// Asks it to end and waits until it has.
  func end() async -> Int32? {
    run.terminate()
    return await run.exitStatus()
  }
}

/// Gives a test a folder that goes with it.
func withFolder<Value>(_ body: (URL) async throws -> Value) async throws -> Value {
  let folder = FileManager.default.temporaryDirectory.appending(
    path: "marfa-test-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  // What is left in the temporary folder harms nobody.
  defer { try? FileManager.default.removeItem(at: folder) }
  return try await body(folder)
}
