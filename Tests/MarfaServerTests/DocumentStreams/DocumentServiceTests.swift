import Documents
import Foundation
import MarfaModel
import Testing

@testable import MarfaServer

@Suite(.everyStore, .timeLimit(.minutes(20))) struct DocumentServiceTests {
  @Test func `a commit made while a stream is opened is heard`() async throws {
    let fixture = try StoreFixture()
    let hub = DocumentHub(streams: 9, share: 9)
    let service = DocumentService(store: fixture.store, limits: DocumentLimits(), hub: hub)
    let caller = Credential(
      APIKey(
        id: "key", label: "key", source: "Key", role: .admin,
        createdAt: fixture.clock.now.iso8601))
    let ids = (
      ana: try await service.activate("ana", as: caller),
      bob: try await service.activate("bob", as: caller)
    )
    var ana = BenchClient(id: ids.ana, replica: try BenchClient.replica("document", ids.ana))
    let bob = BenchClient(id: ids.bob, replica: try BenchClient.replica("document", ids.bob))
    try ana.begin("text")
    _ = try ana.replica.apply(
      try await service.exchange(PackRequest(.attach, ana.request()), as: caller))
    _ = try await service.exchange(PackRequest(.attach, bob.request()), as: caller)
    let documents = try await service.watched(["document"], by: bob.id, as: caller)
    let watcher = DocumentWatcher(client: bob.id, owner: "key", documents: documents, cut: {})
    try ana.append("!")
    _ = try await service.exchange(PackRequest(.sync, ana.request()), as: caller)

    #expect(hub.open(watcher))
    try await service.catchUp(watcher)

    #expect(
      watcher.drain().map(\.event) == [
        .initialized(sequence: 1, clients: [:]), .changed(sequence: 2, client: nil),
      ])
    try ana.append("?")
    _ = try await service.exchange(PackRequest(.sync, ana.request()), as: caller)
    try Self.expect(watcher.drain().map(\.event), toTellUpTo: 3)
    try ana.append(String(repeating: "long", count: 1_000))
    _ = try await service.exchange(PackRequest(.sync, ana.request()), as: caller)
    #expect(watcher.drain().map(\.event) == [.changed(sequence: 4, client: ana.id)])
  }

  /// A change of few bytes comes with the event.
  private static func expect(
    _ events: [DocumentEvent], toTellUpTo sequence: Int64
  ) throws {
    guard case .changed(sequence, _, let told?)? = events.first, events.count == 1 else {
      Issue.record("\(events)")
      return
    }
    let pack = try ChangePack(decoding: Array(#require(Data(base64Encoded: told))))
    #expect(pack.checkpoint == Checkpoint(serverSequence: sequence, clientSequence: 0))
    #expect(pack.changes.map(\.id.serverSequence) == [sequence])
  }
}
