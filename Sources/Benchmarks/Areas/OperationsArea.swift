import Operations
import Synchronization

/// Stores, subscribers and paths of the operation runtime, against the plain data structures that
/// each of them cannot do without.
enum OperationsArea {
  static func run(_ report: Report, _ setting: Setting) async throws {
    try await stores(report)
    try await subscribers(report)
    try await paths(report)
  }

  private struct NumberQuery: QueryRequest {
    let path: OperationPath

    func fetch(
      isolation: isolated (any Actor)?, in context: OperationContext,
      with continuation: OperationContinuation<Int, any Error>
    ) async throws -> Int {
      1
    }
  }

  /// What a store is at least: an object with a lock round a value.
  private final class Box: Sendable {
    let value = Mutex<Int?>(nil)
  }

  private static func query(_ number: Int) -> NumberQuery {
    NumberQuery(path: ["group", number % 100, number])
  }

  private static func client() -> OperationClient {
    OperationClient(
      storeCreator: OperationClient.DefaultStoreCreator(), storeLifetime: nil,
      maximumStoreCount: nil)
  }

  private static func stores(_ report: Report) async throws {
    var number = 0
    var boxes: [Box] = []
    let allocation = Action("a locked object", count: 1000, prepare: { boxes = [] }) {
      boxes.append(Box())
    }
    try await report.row(
      baseline: allocation,
      ours: Action("create a store, detached", count: 1000) {
        _ = OperationStore.detached(query: query(1))
      })
    var fresh = client()
    try await report.row(
      baseline: allocation,
      ours: Action("create a store through the client", count: 1000, prepare: { fresh = client() })
      {
        number += 1
        _ = fresh.store(for: query(number))
      })

    let shared = client()
    let hit = query(7)
    let table = Mutex<[OperationPath: Box]>([hit.path: Box()])
    _ = shared.store(for: hit)
    try await report.row(
      baseline: Action("a locked dictionary hit", count: 1000) {
        _ = table.withLock { $0[hit.path] }
      },
      ours: Action("cache hit through the client", count: 1000) { _ = shared.store(for: hit) })
  }

  private static func subscribers(_ report: Report) async throws {
    for count in [1, 10, 1000] {
      let row = "state change, \(count) subscribers"
      guard report.wants(row) else { continue }
      let store = OperationStore.detached(query: query(1))
      let seen = Mutex(0)
      let subscriptions = (0..<count).map { _ in
        store.subscribe(
          with: QueryEventHandler(onStateChanged: { _, _ in seen.withLock { $0 &+= 1 } }))
      }
      let handlers: [@Sendable () -> Void] = (0..<count).map { _ in
        { seen.withLock { $0 &+= 1 } }
      }
      let repeats = max(10, 10_000 / count)
      var number = 0
      try await report.row(
        baseline: Action("\(count) closures called", count: repeats) {
          for handler in handlers { handler() }
        },
        ours: Action(row, count: repeats) {
          number += 1
          store.currentValue = number
        })
      subscriptions.forEach { $0.cancel() }
    }
  }

  private static func paths(_ report: Report) async throws {
    let prefixes: [(String, OperationPath)] = [
      ("match a prefix, 1 of 10,000", ["group", 42, 4242]),
      ("match a prefix, 100 of 10,000", ["group", 42]),
      ("match a prefix, 10,000 of 10,000", []),
    ]
    guard prefixes.contains(where: { report.wants($0.0) }) else { return }
    let client = client()
    let paths = (0..<10_000).map { query($0).path }
    for number in 0..<10_000 { _ = client.store(for: query(number)) }
    for (name, prefix) in prefixes {
      try await report.row(
        samples: 20,
        baseline: Action("10,000 paths compared") {
          _ = paths.filter { $0.isPrefixed(by: prefix) }
        },
        ours: Action(name) { _ = client.stores(matching: prefix) })
    }
  }
}
