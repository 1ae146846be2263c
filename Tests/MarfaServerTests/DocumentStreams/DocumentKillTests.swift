import Documents
import Foundation
import MarfaModel
import TestSupport
import Testing

@testable import MarfaServer

/// `marfa-server` as a process that is killed while clients push.
@Suite(
  .timeLimit(.minutes(20)))
struct DocumentKillTests {
  /// Sends what a replica has to send; takes the answer over.
  private static func push(
    _ replica: Replica, _ id: String, _ verb: String, to api: ContractAPI
  ) async throws -> Replica {
    let answer = try await api.send(
      ContractRequest(
        "POST", "/documents/document/\(verb)?client=\(id)", body: replica.pack().encoded()))
    try #require(answer.status == 200, "\(answer.text)")
    var replica = replica
    _ = try replica.apply(ChangePack(decoding: answer.body))
    return replica
  }

  /// A client that has made a document with an empty text.
  private static func attached(to api: ContractAPI) async throws -> BenchClient {
    let made = try await api.post("/documents/clients", ["client_key": "test"])
    let id: String = try #require(made.json["client_id"].stringValue)
    var client = BenchClient(id: id, replica: try BenchClient.replica("document", id))
    try client.begin()
    client.replica = try await push(client.replica, id, "attach", to: api)
    return client
  }

  /// Another server on the same folder, with the key of the one before.
  private static func api(of server: ProgramServer, like former: ContractAPI) -> ContractAPI {
    ContractAPI(
      subject: RemoteSubject(exchange: server.exchange, adminKey: ""), key: former.key)
  }

  @Test(arguments: [1, 12, 40])
  func `no acknowledged change is lost by a kill, and none is taken twice`(
    count: Int
  ) async throws {
    try await withFolder { folder in
      let first = try await ProgramServer(folder)
      let api = try await first.firstKey()
      var client = try await Self.attached(to: api)
      let id = client.id
      for number in 0..<count {
        try client.append("\(number) ")
        client.replica = try await Self.push(client.replica, id, "sync", to: api)
      }
      let acknowledged = client.text
      // On its way when the server is killed: it may arrive or not, and nobody hears of it.
      try client.append("last")
      let last = client.replica
      async let lost = try? Self.push(last, id, "sync", to: api)
      first.run.signal(SIGKILL)
      #expect(await first.run.exitStatus() == -SIGKILL)
      _ = await lost

      let second = try await ProgramServer(folder)
      let again = Self.api(of: second, like: api)
      let found = try await again.get("/documents/document").text
      client.replica = try await Self.push(client.replica, id, "sync", to: again)
      let end = try await again.get("/documents/document").json

      let root = try JSONParser.parse(client.replica.toJSON().utf8)
      #expect(found.contains("\(count - 1) "))
      #expect(client.text == (acknowledged ?? "") + "last")
      #expect(end["root"] == root)
      #expect(end["server_sequence"].integerValue == Int64(count) + 2)
      #expect(await second.end() == 0)
    }
  }

  @Test func `a long pack that a kill has cut goes on, and is taken once`() async throws {
    try await withFolder { folder in
      let first = try await ProgramServer(folder)
      let api = try await first.firstKey()
      var client = try await Self.attached(to: api)
      let id = client.id
      let count = 3_000
      for _ in 0..<count { try client.append("x") }
      let typed = client.replica
      async let lost = try? Self.push(typed, id, "sync", to: api)
      var seen: Int64?
      repeat {
        seen = try await api.get("/documents/document").json["server_sequence"].integerValue
      } while seen == 1
      first.run.signal(SIGKILL)
      #expect(await first.run.exitStatus() == -SIGKILL)
      _ = await lost

      let second = try await ProgramServer(folder)
      let again = Self.api(of: second, like: api)
      client.replica = try await Self.push(typed, id, "sync", to: again)
      let end = try await again.get("/documents/document").json

      // In slices of fifty or less, of which the first was seen.
      #expect(try #require(seen) > 1)
      #expect(client.replica.localChanges.isEmpty)
      #expect(end["root"] == (try JSONParser.parse(client.replica.toJSON().utf8)))
      #expect(end["server_sequence"].integerValue == Int64(count) + 1)
      #expect(await second.end() == 0)
    }
  }
}
