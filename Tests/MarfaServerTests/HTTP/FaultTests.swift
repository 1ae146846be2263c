import GRDB
import MarfaModel
import NIOCore
import Testing

@testable import MarfaServer

/// What a client hears when the server itself is in trouble.
@Suite(.timeLimit(.minutes(20))) struct FaultTests {
  @Test(arguments: [
    (StoreFailure.Kind.full, 507), (.unavailable, 503), (.broken, 500), (.locked, 500),
  ])
  func `a failure of the store has its status and keeps its words to itself`(
    kind: StoreFailure.Kind, status: Int
  ) {
    let answer = ErrorAnswer(StoreFailure(kind, "SQLite error 11 in SELECT secret"))

    #expect(answer.status == status)
    #expect(answer.isFault)
    #expect(answer.envelope.error.code == "internal_error")
    #expect(answer.envelope.error.message?.contains("secret") == false)
  }

  @Test func `a client that goes away is no failure of the server`() {
    let answer = ErrorAnswer(IOError(errnoCode: 104, reason: "read"))

    #expect(answer.status == 400)
    #expect(!answer.isFault)
  }

  @Test func `a full disk answers 507, and nothing is half written`() async throws {
    var hooks = StoreHooks()
    hooks.prepare = { try $0.execute(sql: "PRAGMA max_page_count = 150") }
    try await FlowServer.run(hooks: hooks) { server in
      let text = String(repeating: "heron ", count: 4000)
      var written = 0
      var last = try await server.send("GET", "/items")
      for _ in 0..<100 {
        last = try await server.send(
          "POST", "/items",
          body: JSONWriter.bytes(of: ["type": "core.note", "properties": ["body": .string(text)]]))
        guard last.status == 201 else { break }
        written += 1
      }

      #expect(last.status == 507)
      #expect(try JSONParser.parse(last.body)["error"]["code"] == "internal_error")
      let stats = try await server.send("GET", "/items/stats")
      #expect(try JSONParser.parse(stats.body)["active"].integerValue == Int64(written))
      let events = try await server.flow.events.log.events(after: 0, limit: 1000).count
      #expect(events == written)
    }
  }
}
