import MarfaModel
import Testing

@testable import Documents
@testable import MarfaServer

/// Histories by chance.
extension DocumentExchangeTests {
  @Test(arguments: 1...12)
  func `random histories end equal, whatever is in memory`(seed: UInt64) async throws {
    var bench = try DocumentBench()
    bench.limits.snapshotThreshold = 15
    bench.limits.snapshotInterval = 7
    if seed % 3 == 0 { bench.states = nil }
    var random = SeededRandomness(seed: seed)
    var clients: [BenchClient] = []
    for _ in 0..<3 { clients.append(try await bench.client()) }
    try clients[0].begin("begin")
    for index in clients.indices { try await bench.attach(&clients[index]) }

    for _ in 0..<60 {
      let index = Int.random(in: 0..<3, using: &random)
      let count = clients[index].text?.unicodeScalars.count ?? 0
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1:
        let place = Int.random(in: 0...count, using: &random)
        try clients[index].edit(place, place, "\(index)")
      case 2 where count > 0:
        let place = Int.random(in: 0..<count, using: &random)
        try clients[index].edit(place, min(count, place + 2))
      case 3: _ = try clients[index].replica.undo()
      case 4:
        // The answer is lost.
        let request = clients[index].request()
        _ = try await bench.answer(request)
      default: try await bench.sync(&clients[index])
      }
    }
    for _ in 0..<2 {
      for index in clients.indices { try await bench.sync(&clients[index]) }
    }

    let documents = Set(clients.map { $0.replica.toJSON() })
    #expect(documents.count == 1)
    #expect(try await bench.json() == documents.first)
  }
}
