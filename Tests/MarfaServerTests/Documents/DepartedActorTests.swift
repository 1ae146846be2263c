import Documents
import Foundation
import MarfaModel
import Testing

@testable import MarfaServer

/// Actors that are gone leave the vectors of a document (documents.md, 0.8), on both stores.
@Suite(.everyStore, .timeLimit(.minutes(20))) struct DepartedActorTests {
  /// A document whose changes are stored as a whole every few changes.
  private func bench() throws -> DocumentBench {
    var bench = try DocumentBench()
    bench.limits.snapshotInterval = 4
    return bench
  }

  private func deactivate(_ client: BenchClient, _ bench: DocumentBench) async throws {
    _ = try await bench.perform { try $0.deactivate(client.id) }
  }

  private func actors(_ bench: DocumentBench) async throws -> Set<String> {
    let bytes = try #require(try await bench.row()).vector
    return Set(try VersionVector(decoding: bytes).actors.map(\.description))
  }

  /// Types until the document is stored as a whole.
  private func type(_ client: inout BenchClient, _ bench: DocumentBench) async throws {
    for letter in "abcd" {
      try client.append(String(letter))
      try await bench.sync(&client)
    }
  }

  @Test func `a departed client stays known until every replica has seen all of it`() async throws {
    let bench = try bench()
    var (gone, c1, c2) = (
      try await bench.client(), try await bench.client(), try await bench.client()
    )
    try gone.begin("text")
    try await bench.attach(&gone)
    try await bench.attach(&c1)
    try await bench.attach(&c2)
    try gone.append("!")
    try await bench.sync(&gone)
    try await deactivate(gone, bench)
    // It types after the last letter and not at the same time.
    try await bench.sync(&c1)

    try await type(&c1, bench)
    #expect(try await actors(bench).contains(gone.id))

    try await bench.sync(&c2)
    try await bench.sync(&c2)
    try await type(&c1, bench)
    #expect(try await !actors(bench).contains(gone.id))
    try await bench.sync(&c1)
    try await bench.sync(&c2)
    #expect(c1.replica.versionVector.actors.map(\.description) == [c1.id])
    #expect(!c2.replica.versionVector.actors.map(\.description).contains(gone.id))
    #expect(c2.text == "text!abcdabcd" && c1.text == c2.text)
  }

  @Test func `a client that is only detached stays known, for it may come back`() async throws {
    let bench = try bench()
    var (away, c1) = (try await bench.client(), try await bench.client())
    try away.begin("text")
    try await bench.attach(&away)
    try await bench.attach(&c1)
    try await bench.detach(&away)
    for _ in 0..<2 { try await type(&c1, bench) }

    #expect(try await actors(bench).contains(away.id))
  }

  @Test func `changes that still name who is gone are taken, and passed on without`() async throws {
    let bench = try bench()
    var (gone, c1, c2) = (
      try await bench.client(), try await bench.client(), try await bench.client()
    )
    try gone.begin("text")
    try await bench.attach(&gone)
    try await bench.attach(&c1)
    try await bench.attach(&c2)
    for _ in 0..<2 {
      try await bench.sync(&c1)
      try await bench.sync(&c2)
    }
    try await deactivate(gone, bench)
    // Does not hear that somebody is gone: its answers are lost.
    var deaf = c2
    try await type(&c1, bench)
    try await bench.sync(&c1)
    try deaf.append("late")
    let request = deaf.request()
    _ = try await bench.answer(request)

    try await bench.sync(&c1)
    try await bench.sync(&deaf)
    try await bench.sync(&deaf)

    #expect(c1.text == deaf.text)
    #expect(try await bench.json() == c1.replica.toJSON())
    #expect(!deaf.replica.versionVector.actors.map(\.description).contains(gone.id))
  }

  @Test func `deletions of a departed client are forgotten`() async throws {
    let bench = try bench()
    var (gone, c1) = (try await bench.client(), try await bench.client())
    try gone.begin("abcdef")
    try await bench.attach(&gone)
    try await bench.attach(&c1)
    try gone.edit(1, 4)
    try await bench.sync(&gone)
    try await deactivate(gone, bench)
    try await bench.sync(&c1)
    for _ in 0..<2 { try await type(&c1, bench) }
    try await bench.sync(&c1)

    #expect(c1.replica.garbageCount == 0)
    #expect(c1.text == "aefabcdabcd")
  }

  @Test func `a new replica is later than all that is there`() async throws {
    let bench = try bench()
    var gone = try await bench.client()
    try gone.begin("text")
    try await bench.attach(&gone)
    for _ in 0..<3 { try await type(&gone, bench) }
    try await bench.detach(&gone)
    try await deactivate(gone, bench)
    var c1 = try await bench.client()
    try await bench.attach(&c1)

    try c1.begin("mine")
    try await bench.sync(&c1)

    #expect(c1.text == "mine")
    #expect(try await bench.json() == c1.replica.toJSON())
  }

  @Test(arguments: 1...8)
  func `histories in which clients come and go end equal`(seed: UInt64) async throws {
    var bench = try bench()
    bench.limits.snapshotThreshold = 12
    if seed % 3 == 0 { bench.states = nil }
    var random = SeededRandomness(seed: seed)
    var clients = [try await bench.client()]
    try clients[0].begin("begin")
    try await bench.attach(&clients[0])

    for _ in 0..<150 {
      let index = Int.random(in: 0..<clients.count, using: &random)
      let count = clients[index].text?.unicodeScalars.count ?? 0
      switch Int.random(in: 0..<10, using: &random) {
      case 0 where clients.count < 4:
        var client = try await bench.client()
        try await bench.attach(&client)
        clients.append(client)
      case 1 where clients.count > 1:
        if Bool.random(using: &random) { try await bench.sync(&clients[index]) }
        try await deactivate(clients.remove(at: index), bench)
      case 2, 3, 4:
        let place = Int.random(in: 0...count, using: &random)
        try clients[index].edit(place, place, "\(seed)")
      case 5 where count > 1:
        let place = Int.random(in: 0..<count - 1, using: &random)
        try clients[index].edit(place, place + 2)
      case 6: _ = try clients[index].replica.undo()
      case 7:
        // The answer is lost.
        _ = try await bench.answer(clients[index].request())
      default: try await bench.sync(&clients[index])
      }
    }
    for _ in 0..<3 {
      for index in clients.indices { try await bench.sync(&clients[index]) }
    }
    for _ in 0..<2 { try await type(&clients[0], bench) }
    for _ in 0..<2 {
      for index in clients.indices { try await bench.sync(&clients[index]) }
    }

    #expect(Set(clients.map { $0.replica.toJSON() }) == [try await bench.json()])
    // Those who are in it, and the latest of those who are not.
    #expect(try await actors(bench).count <= clients.count + 2)
  }

  // MARK: - Undo in all of that

  private static let count =
    ProcessInfo.processInfo.environment["MARFA_DOCUMENT_HISTORIES"].flatMap { UInt64($0) } ?? 60

  /// `MARFA_DOCUMENT_HISTORIES` sets their number for a long run.
  @Test(arguments: 0..<6 as Range<UInt64>)
  func `an honest undo is taken from clients that come, go and lose answers`(
    part: UInt64
  ) async throws {
    for seed in stride(from: part, to: Self.count, by: 6) {
      do {
        try await undo(in: seed)
      } catch {
        Issue.record("seed \(seed): \(error)")
      }
    }
  }

  private func undo(in seed: UInt64) async throws {
    var bench = try DocumentBench()
    bench.limits.snapshotInterval = 5
    bench.limits.snapshotThreshold = 15
    if seed % 3 == 0 { bench.states = nil }
    var random = SeededRandomness(seed: seed)
    var clients = [try await bench.client()]
    try clients[0].begin("begin")
    try await bench.attach(&clients[0])

    for _ in 0..<70 {
      let index = Int.random(in: 0..<clients.count, using: &random)
      switch Int.random(in: 0..<20, using: &random) {
      case 0 where clients.count < 4: clients.append(try await newcomer(bench, &random))
      case 1 where clients.count > 1:
        _ = try await bench.perform { [id = clients[index].id] in try $0.deactivate(id) }
        clients.remove(at: index)
      case 2:
        try await bench.detach(&clients[index])
        for other in clients.indices where other != index { try await bench.sync(&clients[other]) }
        clients[index].replica = try BenchClient.replica("document", clients[index].id)
        try await bench.attach(&clients[index])
      case 3: _ = try await bench.answer(clients[index].request())
      case 4: try await bench.sync(&clients[index], .push)
      case 5...9: _ = try clients[index].replica.undo()
      case 10, 11: _ = try clients[index].replica.redo()
      case 12...14: try edit(&clients[index], &random)
      default: try await bench.sync(&clients[index])
      }
    }
    for _ in 0..<3 {
      for index in clients.indices { try await bench.sync(&clients[index]) }
    }
    let documents = Set(clients.map { $0.replica.toJSON() })
    #expect(documents.count == 1, "seed \(seed)")
    #expect(try await bench.json() == documents.first, "seed \(seed)")
  }

  /// Somebody who has typed and undone before they attach; some do not hear the first answer.
  private func newcomer(
    _ bench: DocumentBench, _ random: inout SeededRandomness
  ) async throws -> BenchClient {
    var client = try await bench.client()
    if Bool.random(using: &random) {
      try client.replica.update { root, _ in
        try root.set("own", to: JSONText())
        _ = try root.jsonText("own")?.edit(0, 0, "own")
      }
      try client.replica.update { root, _ in _ = try root.jsonText("own")?.edit(1, 3, "") }
      try client.replica.undo()
      if Bool.random(using: &random) {
        let request = client.request()
        _ = try await bench.perform { try $0.attach(request, to: nil) }
        _ = try client.replica.redo()
        try client.replica.undo()
      }
    }
    try await bench.attach(&client)
    return client
  }

  private func edit(_ client: inout BenchClient, _ random: inout SeededRandomness) throws {
    let count = client.text?.unicodeScalars.count ?? 0
    let from = Int.random(in: 0...count, using: &random)
    let to = Int.random(in: from...min(count, from + 4), using: &random)
    try client.edit(from, to, ["", "", "x", "yz"].randomElement(using: &random) ?? "")
  }
}
