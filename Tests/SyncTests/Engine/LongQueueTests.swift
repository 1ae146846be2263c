import Foundation
import MarfaSDK
import MarfaServer
import Testing

/// Much that was changed offline.
@Suite(.timeLimit(.minutes(20))) struct LongQueueTests {
  /// How many notes are written and edited; `MARFA_LONG_QUEUE` asks for more.
  private static var count: Int {
    ProcessInfo.processInfo.environment["MARFA_LONG_QUEUE"].flatMap { Int($0) } ?? 250
  }

  /// The changes of a request, as paths with bodies; one alone is no batch.
  private func changes(_ request: DirectServer.Request) throws -> [(path: String, body: JSONValue)]
  {
    let json = try request.body.map { try JSONParser.parse($0) } ?? .null
    guard request.path == "/mutations" else { return [(request.path, json)] }
    return (json.objectValue?["mutations"]?.arrayValue ?? []).map { entry in
      let members = entry.objectValue ?? [:]
      return (members["path"]?.stringValue ?? "", members["body"] ?? .null)
    }
  }

  @Test func `waiting changes are sent in order, in pieces of a bounded size`() async throws {
    let device = try await Device("one", InMemoryServer(), seed: 1)
    try await device.start()
    await device.client.syncEngine?.pause()
    let count = Self.count
    var ids: [String] = []
    for number in 0..<count {
      ids.append(try await device.note("N\(number)", "text \(number)").id)
      if number > 0, number.isMultiple(of: 5) {
        _ = try await device.client.metadata.addTags(id: ids[number], tags: ["t"])
        try await device.client.edges.create(
          CreateEdgeInput(
            sourceId: ids[number], targetId: ids[number - 1], edgeType: "about"))
      }
    }
    let before = device.line.requests.count

    let clock = ContinuousClock()
    let start = clock.now
    try await device.synced { await device.client.syncEngine?.resume() }
    if count > 1_000 {
      FileHandle.standardError.write(Data("\(count) notes: \(clock.now - start)\n".utf8))
    }

    let requests = device.line.requests.dropFirst(before).filter { $0.method == "POST" }
    #expect(requests.allSatisfy { ($0.body?.count ?? 0) <= 600 << 10 })
    let sent = try requests.map { try changes($0) }
    #expect(sent.allSatisfy { $0.count <= 100 })
    let created = sent.joined().filter { $0.path == "/items" }
      .compactMap { $0.body.objectValue?["id"]?.stringValue }
    #expect(created.elementsEqual(ids), "\(created.count) for \(ids.count)")
    #expect(sent.joined().count { $0.path == "/edges" } == (count - 1) / 5)
    #expect(try await device.queue.fetchRefused().isEmpty)
    await device.client.syncEngine?.stop()
  }

  @Test func `long texts are sent in several pieces, cut by their bytes`() async throws {
    let device = try await Device("one", InMemoryServer(), seed: 1)
    try await device.start()
    await device.client.syncEngine?.pause()
    let text = String(repeating: "0123456789", count: 15_000)
    for number in 0..<10 { try await device.note("N\(number)", text) }
    let before = device.line.requests.count

    try await device.synced { await device.client.syncEngine?.resume() }

    let sizes = device.line.requests.dropFirst(before).filter { $0.method == "POST" }
      .map { $0.body?.count ?? 0 }
    #expect(sizes.allSatisfy { $0 < 600 << 10 })
    // Each piece has room for three of them.
    #expect(sizes.count == 4, "\(sizes)")
    #expect(try await device.queue.fetchAll().isEmpty)
    await device.client.syncEngine?.stop()
  }
}
