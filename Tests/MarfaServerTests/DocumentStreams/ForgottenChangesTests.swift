import Documents
import MarfaModel
import MarfaServer
import Testing

/// Changes that nobody will ask for go a few at a time.
@Suite(.everyStore, .timeLimit(.minutes(20))) struct ForgottenChangesTests {
  /// Somebody who has made a document, and has 120 changes to send.
  private func writer(_ bench: ServiceBench) async throws -> BenchClient {
    var ana = try await bench.client()
    try ana.begin("text")
    try await bench.send("attach", &ana)
    for number in 0..<120 { try ana.append("\(number % 10)") }
    return ana
  }

  @Test func `a document forgets some of its changes with each snapshot`() async throws {
    let bench = ServiceBench(try StoreFixture().store) {
      ($0.snapshotInterval, $0.snapshotThreshold, $0.trimmedChanges) = (10, 1, 7)
    }
    var ana = try await writer(bench)

    try await bench.send("sync", &ana)
    #expect(try await bench.kept() == 121 - 7)

    for _ in 0..<10 { try ana.append("x") }
    try await bench.send("sync", &ana)
    #expect(try await bench.kept() == 131 - 14)
    #expect(try await bench.json() == ana.replica.toJSON())
  }

  @Test func `a document that all have left keeps few changes`() async throws {
    let bench = ServiceBench(try StoreFixture().store) {
      ($0.compactionChanges, $0.trimmedChanges) = (10, 7)
    }
    var ana = try await writer(bench)
    try await bench.send("sync", &ana)

    try await bench.send("detach", &ana)

    #expect(try await bench.kept() < 10)
    #expect(try await bench.json() == ana.replica.toJSON())
  }
}
