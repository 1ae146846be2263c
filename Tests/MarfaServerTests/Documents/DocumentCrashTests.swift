import Documents
import Foundation
import Logging
import MarfaModel
import Testing

@testable import MarfaServer

/// The files of the store as a kill leaves them, between any two steps.
@Suite(.timeLimit(.minutes(20))) struct DocumentCrashTests {
  /// A store on a copy of the files that another one is still writing.
  private func withImage<Value: Sendable>(
    of bench: DocumentBench, _ work: (SQLiteServerStore) async throws -> Value
  ) async throws -> Value {
    let files = FileManager.default
    let copy = files.temporaryDirectory.appending(path: "documents-\(UUID().uuidString)").path
    try files.createDirectory(atPath: copy, withIntermediateDirectories: true)
    defer {
      // A folder that stays behind fails no test.
      try? files.removeItem(atPath: copy)
    }
    // Without the index of the log, which a start makes again.
    for name in ["marfa-server.sqlite", "marfa-server.sqlite-wal"]
    where files.fileExists(atPath: "\(bench.fixture.directory)/\(name)") {
      try files.copyItem(
        atPath: "\(bench.fixture.directory)/\(name)", toPath: "\(copy)/\(name)")
    }
    let clock = bench.fixture.clock
    let store = try SQLiteServerStore(
      directory: copy, clock: clock, ids: ItemIdGenerator(seed: 5, clock: clock))
    let value = try await work(store)
    try await store.close()
    return value
  }

  /// What is in a store: the root, the item's text, and the number of each client's last change.
  private struct Seen: Hashable {
    var root: String
    var body: String?
    var numbers: [Int64]
  }

  private func seen(
    in store: some ServerStore, item: String, clients: [String]
  ) async throws -> Seen {
    try await store.snapshot(.scan) { rows in
      guard let row = try rows.document(key: "document") else {
        return Seen(root: "", body: nil, numbers: [])
      }
      return Seen(
        root: try DocumentContent(row, in: rows).json,
        body: try rows.item(id: item)?.item().properties["body"]?.stringValue,
        numbers: try clients.compactMap {
          try rows.documentReplica(of: row.number, client: $0)?.clientSequence
        })
    }
  }

  @Test(arguments: [1, 2, 3])
  func `after every step a start finds what was acknowledged, and takes a repetition once`(
    seed: UInt64
  ) async throws {
    var bench = try DocumentBench()
    bench.limits.snapshotInterval = 6
    bench.limits.snapshotThreshold = 9
    let item = try await bench.fixture.note("title", body: "begin\n")
    var clients = [try await bench.client(), try await bench.client()]
    for index in clients.indices { try await bench.attach(&clients[index], to: item) }
    let ids = clients.map(\.id)
    var random = SeededRandomness(seed: seed)
    for step in 0..<24 {
      let index = Int.random(in: 0..<2, using: &random)
      var sent: DocumentRequest?
      switch step % 6 {
      case 4:
        let text = try await bodyText(bench, item)
        try await bench.fixture.write(
          .patchItem(
            id: item, PatchItemBody(properties: ["body": .string("\(step)\n\(text)")])))
      case 5:
        bench.fixture.clock.advance(byMilliseconds: 2_000)
        _ = try await bench.store.transact(.slice) { rows in
          for document in try rows.documentsWithEdits() {
            try DocumentFlush(rows: rows).run(document.number)
          }
        }
      default:
        try clients[index].append("\(index)\(step) ")
        sent = clients[index].request()
        try await bench.sync(&clients[index])
      }

      let (repeated, limits) = (sent, bench.limits)
      let expected = try await seen(in: bench.store, item: item, clients: ids)
      let (found, again) = try await withImage(of: bench) { store in
        let found = try await seen(in: store, item: item, clients: ids)
        // The client did not hear the answer.
        if let repeated {
          _ = try await store.transact(.slice) { rows in
            let context = DocumentContext(
              access: FullAccess(), credentialId: "credential", limits: limits)
            var writer = DocumentWriter(rows, context)
            return try writer.sync(repeated)
          }
        }
        return (found, try await seen(in: store, item: item, clients: ids))
      }
      #expect(found == expected)
      #expect(again == expected)
      #expect(clients.map { Int64($0.replica.checkpoint.clientSequence) } == found.numbers)
    }
  }

  private func bodyText(_ bench: DocumentBench, _ item: String) async throws -> String {
    try await bench.fixture.read(.item(id: item))["item"]?["properties"]?["body"]?.stringValue ?? ""
  }

  @Test func `text typed before a kill reaches the item after the next start`() async throws {
    let bench = try DocumentBench()
    let item = try await bench.fixture.note("title", body: "begin")
    var client = try await bench.client()
    try await bench.attach(&client, to: item)
    try client.append(" typed")
    try await bench.sync(&client)
    bench.fixture.clock.advance(byMilliseconds: 10_000)

    let text = try await withImage(of: bench) { store in
      let service = DocumentService(
        store: store, limits: DocumentLimits(), hub: DocumentHub(streams: 1, share: 1))
      let areLeft = try await service.flush(Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
      #expect(!areLeft)
      return try await store.snapshot(.scan) {
        try $0.item(id: item)?.item().properties["body"]?.stringValue
      }
    }

    #expect(text == "begin typed")
  }
}
