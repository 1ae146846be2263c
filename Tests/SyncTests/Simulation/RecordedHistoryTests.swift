import Foundation
import MarfaSDK
import MarfaServer
import Testing

@testable import Simulations

/// The server that simulations work with is the server that people run.
@Suite(.timeLimit(.minutes(20))) struct RecordedHistoryTests {
  /// What both may say differently: moments, and who they are.
  private static let own: Set<String> = ["server_id", "log_epoch", "types_version"]

  private static func comparable(_ value: JSONValue) -> JSONValue {
    switch value {
    case .object(let members):
      .object(
        Dictionary(
          uniqueKeysWithValues: members.map { name, value in
            (name, own.contains(name) ? .null : comparable(value))
          }))
    case .array(let values): .array(values.map(comparable))
    case .string(let text) where text.utf8.count == 24 && Timestamp(iso8601: text) != nil:
      "a moment"
    default: value
    }
  }

  /// The lines of a body, which are one but for a snapshot.
  private static func lines(_ body: [UInt8]) throws -> [JSONValue] {
    try body.split(separator: UInt8(ascii: "\n")).map { comparable(try JSONParser.parse($0)) }
  }

  @Test(arguments: [3, 4, 11])
  func `a server on SQLite answers over HTTP what the server in memory answered`(
    seed: UInt64
  ) async throws {
    let (count, exchanges) = try record(seed: seed)
    #expect(exchanges.count > 10)

    try await withLoopbackServer { server in
      var devices: [CurlTransport] = []
      for index in 0..<count {
        let key = try await KeyRing(server.server.environment).create(
          CreateKeyBody(label: "device-\(index)", source: "device-\(index)", role: .admin))
        devices.append(CurlTransport(url: server.url, apiKey: key.key))
      }
      for (number, exchange) in exchanges.enumerated() {
        let request = exchange.request
        let answer = try await devices[exchange.client].rawRequest(
          method: request.method, path: request.path, query: request.query,
          headers: request.headers, body: request.body)
        let (mine, theirs) = (try Self.lines(answer.body), try Self.lines(exchange.answer.body))
        try #require(
          answer.status == exchange.answer.status && mine == theirs,
          "\(number): \(request.method) \(request.path): \(answer.status) \(mine) for \(theirs)")
      }
    }
  }

  private func record(
    seed: UInt64
  ) throws -> (clients: Int, exchanges: [Simulation.Recorded]) {
    let simulation = try Simulation(seed: seed, clients: 2 + Int(seed % 3))
    simulation.isRecording = true
    try simulation.run(edits: 12)
    return (simulation.clients.count, simulation.recorded)
  }
}
