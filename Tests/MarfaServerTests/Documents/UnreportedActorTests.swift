import Documents
import Foundation
import MarfaModel
import Testing

@testable import MarfaServer

/// Actors whom nobody's report names yet are not gone (documents.md, 0.8 and 2.8), on both stores.
@Suite(.everyStore, .timeLimit(.minutes(20))) struct UnreportedActorTests {
  private func attached(_ bench: DocumentBench) async throws -> BenchClient {
    var client = try await bench.client()
    try await bench.attach(&client)
    return client
  }

  private func hear(_ notice: DocumentNotice, _ client: inout BenchClient) throws {
    let bytes = try #require(notice.pack.flatMap { Data(base64Encoded: $0) })
    _ = try client.replica.apply(ChangePack(decoding: Array(bytes)))
  }

  enum Departure: CaseIterable { case detached, deactivated }

  @Test(arguments: Departure.allCases)
  func `who has left stays known to a reader until all have reported to have seen it`(
    departure: Departure
  ) async throws {
    let bench = try DocumentBench()
    var reader = try await attached(bench)
    try reader.begin("text")
    try await bench.sync(&reader)
    var (typist, away) = (try await attached(bench), try await attached(bench))
    try away.edit(1, 3)
    if departure == .detached {
      try await bench.detach(&away)
    } else {
      try await bench.sync(&away)
      _ = try await bench.perform { [id = away.id] in try $0.deactivate(id) }
    }

    // The reader's report is not written, and the typist has not seen the deletion.
    try await bench.sync(&reader)
    try typist.append("!")
    try await bench.sync(&typist)
    try await bench.sync(&reader)
    #expect(reader.replica.garbageCount == 1)
    #expect(reader.replica.versionVector.actors.map(\.description).contains(away.id))

    try typist.append("?")
    try await bench.sync(&typist)
    try await bench.sync(&reader)
    for _ in 0..<3 {
      try await bench.sync(&typist)
      try await bench.sync(&reader)
    }
    for client in [reader, typist] {
      #expect(client.text == "tt!?")
      #expect(client.replica.garbageCount == 0)
    }
  }

  @Test func `an answer that a stream has overtaken forgets nobody who came since`() async throws {
    let bench = try DocumentBench()
    var reader = try await attached(bench)
    try reader.begin("text")
    try await bench.sync(&reader)
    var (typist, newcomer) = (try await attached(bench), try await attached(bench))
    try await bench.sync(&reader)
    let late = try await bench.answer(reader.request())

    try newcomer.edit(1, 3)
    try hear(try await bench.sync(&newcomer), &reader)
    _ = try reader.take(late)

    #expect(reader.replica.garbageCount == 1)
    try await bench.sync(&typist)
    try typist.append("!")
    try await bench.sync(&typist)
    try await bench.sync(&reader)
    #expect(reader.text == "tt!")
  }

  /// How somebody attaches again.
  enum Return: CaseIterable {
    /// With an empty replica.
    case afresh
    /// With the replica that it had, and an edit made meanwhile.
    case withOwnReplica
  }

  @Test(arguments: Return.allCases)
  func `who deletes, leaves and comes back agrees with readers whose reports were lost`(
    way: Return
  ) async throws {
    var bench = try DocumentBench()
    (bench.limits.snapshotThreshold, bench.limits.snapshotInterval) = (4, 64)
    var c1 = try await attached(bench)
    try c1.begin("abcdef")
    try await bench.sync(&c1)
    var c2 = try await attached(bench)
    try c1.append("x")
    try c2.append("y")
    for _ in 0..<2 {
      try await bench.sync(&c1)
      try await bench.sync(&c2)
    }

    try c2.edit(1, 5)
    try await bench.detach(&c2)
    _ = try await bench.answer(c1.request())
    try await bench.sync(&c1)
    #expect(c1.replica.garbageCount > 0)
    _ = try await bench.answer(c1.request())
    try c1.append("!")
    let former = c2
    if way == .withOwnReplica {
      try c2.append("?")
      let request = c2.request()
      let code = try await bench.refusal {
        _ = try await bench.perform { try $0.attach(request, to: nil) }
      }
      #expect(code == "replica_forked")
      let changes = c2.replica.localChanges
      c2 = try await attached(bench)
      try c2.replica.adopt(changes, of: former.replica.actor)
    } else {
      c2.replica = try BenchClient.replica("document", c2.id)
      try await bench.attach(&c2)
    }
    var c3 = try await attached(bench)
    for _ in 0..<5 {
      try await bench.sync(&c1)
      try await bench.sync(&c2)
      try await bench.sync(&c3)
    }

    let text = try #require(c1.text)
    #expect(Set(text) == Set(way == .afresh ? "afxy!" : "afxy!?"))
    #expect(text.count == Set(text).count)
    for client in [c1, c2, c3] {
      #expect(client.text == text)
      #expect(client.replica.garbageCount == 0)
    }
    #expect(try await bench.json() == c1.replica.toJSON())
  }

  // MARK: - Histories

  private static let count =
    ProcessInfo.processInfo.environment["MARFA_DOCUMENT_HISTORIES"].flatMap { UInt64($0) } ?? 60

  /// `MARFA_DOCUMENT_HISTORIES` sets their number for a long run.
  @Test(arguments: 0..<6 as Range<UInt64>)
  func `clients that leave and come back while reports are lost end equal, without garbage`(
    part: UInt64
  ) async throws {
    for seed in stride(from: part, to: Self.count, by: 6) {
      do {
        try await visit(in: seed)
      } catch {
        Issue.record("seed \(seed): \(error)")
      }
    }
  }

  /// Clients, and what they have in hand.
  private struct Visitors {
    var present: [BenchClient] = []
    var away: [BenchClient] = []
    /// An answer that is on its way, by client.
    var late: [String: DocumentAnswer] = [:]
  }

  private func visit(in seed: UInt64) async throws {
    var bench = try DocumentBench()
    bench.limits.snapshotInterval = seed % 2 == 0 ? 32 : 500
    bench.limits.snapshotThreshold = [6, 15, 500][Int(seed % 3)]
    if seed % 5 == 0 { bench.states = nil }
    var random = SeededRandomness(seed: seed)
    var visitors = Visitors()
    visitors.present.append(try await attached(bench))
    try visitors.present[0].begin("begin")
    try await bench.sync(&visitors.present[0])
    for _ in 0..<2 { visitors.present.append(try await attached(bench)) }

    for _ in 0..<70 { try await step(&visitors, bench, &random) }

    while !visitors.away.isEmpty { try await comeBack(&visitors, bench, &random) }
    for _ in 0..<5 {
      for index in visitors.present.indices { try await bench.sync(&visitors.present[index]) }
    }
    let replicas = visitors.present.map(\.replica)
    #expect(Set(replicas.map { $0.toJSON() }) == [try await bench.json()], "seed \(seed)")
    #expect(replicas.allSatisfy { $0.garbageCount == 0 }, "seed \(seed)")
  }

  private func step(
    _ visitors: inout Visitors, _ bench: DocumentBench, _ random: inout SeededRandomness
  ) async throws {
    let index = Int.random(in: visitors.present.indices, using: &random)
    let id = visitors.present[index].id
    switch Int.random(in: 0..<16, using: &random) {
    case 0 where visitors.present.count > 1:
      try await bench.detach(&visitors.present[index])
      visitors.late[id] = nil
      visitors.away.append(visitors.present.remove(at: index))
    case 1 where visitors.present.count > 2:
      // Nothing is left of this one but what it made.
      try await bench.sync(&visitors.present[index])
      _ = try await bench.perform { try $0.deactivate(id) }
      visitors.present.remove(at: index)
    case 2 where visitors.present.count < 4:
      visitors.present.append(try await attached(bench))
    case 3, 4: if !visitors.away.isEmpty { try await comeBack(&visitors, bench, &random) }
    case 5: visitors.late[id] = try await bench.answer(visitors.present[index].request())
    case 6:
      if let answer = visitors.late.removeValue(forKey: id), answer.pack.snapshot == nil {
        _ = try visitors.present[index].take(answer)
      }
    case 7...10:
      let notice = try await edit(&visitors.present[index], bench, &random)
      for other in visitors.present.indices where other != index {
        if Bool.random(using: &random) { try tell(notice, &visitors.present[other]) }
      }
    case 11: _ = try visitors.present[index].replica.undo()
    default: try await bench.sync(&visitors.present[index])
    }
  }

  /// Gives a client what its stream says, if nothing is missing before that.
  private func tell(_ notice: DocumentNotice, _ client: inout BenchClient) throws {
    guard let bytes = notice.pack.flatMap({ Data(base64Encoded: $0) }) else { return }
    let pack = try ChangePack(decoding: Array(bytes))
    let before = pack.checkpoint.serverSequence - Int64(pack.changes.count)
    guard before == client.replica.checkpoint.serverSequence else { return }
    _ = try client.replica.apply(pack)
  }

  private func edit(
    _ client: inout BenchClient, _ bench: DocumentBench, _ random: inout SeededRandomness
  ) async throws -> DocumentNotice {
    let count = client.text?.unicodeScalars.count ?? 0
    let from = Int.random(in: 0...count, using: &random)
    let to = Int.random(in: from...min(count, from + 3), using: &random)
    try client.edit(from, to, ["", "", "x", "yz"].randomElement(using: &random) ?? "")
    return try await bench.sync(&client, .push)
  }

  /// Somebody attaches again: with an empty replica, or as another actor with what it made since.
  private func comeBack(
    _ visitors: inout Visitors, _ bench: DocumentBench, _ random: inout SeededRandomness
  ) async throws {
    var client = visitors.away.removeFirst()
    if Bool.random(using: &random) {
      client.replica = try BenchClient.replica("document", client.id)
      try await bench.attach(&client)
    } else {
      try client.append("back")
      let (changes, former) = (client.replica.localChanges, client.replica.actor)
      client = try await attached(bench)
      try client.replica.adopt(changes, of: former)
    }
    visitors.present.append(client)
  }
}
