import MarfaModel
import MarfaServer
import NIOCore
import Synchronization
import Testing

/// No cleanup takes away what is arriving at that moment.
@Suite(.timeLimit(.minutes(20))) struct BlobGateTests {
  /// Who is inside.
  private actor Inside {
    private(set) var arrivals = 0
    private(set) var removals = 0
    private(set) var mostArrivals = 0
    private(set) var isBroken = false

    func enter(_ purpose: BlobGate.Purpose) {
      if purpose == .arrival { arrivals += 1 } else { removals += 1 }
      mostArrivals = max(mostArrivals, arrivals)
      if removals > 1 || removals == 1 && arrivals > 0 { isBroken = true }
    }

    func leave(_ purpose: BlobGate.Purpose) {
      if purpose == .arrival { arrivals -= 1 } else { removals -= 1 }
    }
  }

  private struct Refusal: Error {}

  @Test func `arrivals go together, a removal alone, also where some fail`() async throws {
    let gate = BlobGate()
    let inside = Inside()
    let (first, second) = (SignalQueue<Void>(), SignalQueue<Void>())

    try await withThrowingTaskGroup(of: Void.self) { group in
      // Each waits for the other: two arrivals are inside at once.
      for (mine, other) in [(first, second), (second, first)] {
        group.addTask {
          try await gate.pass(.arrival) {
            await inside.enter(.arrival)
            other.put(())
            try await mine.take()
            await inside.leave(.arrival)
          }
        }
      }
      try await group.waitForAll()
      for number in 0..<60 {
        let purpose = number % 3 == 0 ? BlobGate.Purpose.removal : .arrival
        group.addTask {
          do {
            try await gate.pass(purpose) {
              await inside.enter(purpose)
              for _ in 0..<5 { await Task.yield() }
              await inside.leave(purpose)
              if number % 7 == 0 { throw Refusal() }
            }
          } catch is Refusal {
            // It has left, too.
          }
        }
      }
      try await group.waitForAll()
    }

    #expect(await !inside.isBroken)
    #expect(await inside.mostArrivals >= 2)
    #expect(await inside.arrivals == 0)
    #expect(await inside.removals == 0)
  }

  /// Notes what passes.
  private final class Record: BlobArbitration {
    let purposes = Mutex<[BlobGate.Purpose]>([])

    func pass<Value: Sendable>(
      _ purpose: BlobGate.Purpose, _ body: () async throws -> Value
    ) async throws -> Value {
      purposes.withLock { $0.append(purpose) }
      return try await body()
    }
  }

  @Test func `content arrives through the gate, and leaves through it`() async throws {
    let fixture = try StoreFixture()
    let bytes = FileBlobStore(root: fixture.directory + "/blobs")
    try await bytes.prepare()
    let record = Record()
    let service = BlobService(
      index: fixture.store, bytes: bytes, clock: fixture.clock, gate: record)

    let blob = try await service.receive(mediaType: "text/plain", from: "key") {
      try await $0(ByteBuffer(string: "heron"))
    }
    fixture.clock.advance(byMilliseconds: 2 * 86_400_000)
    let report = try await service.cleanUp(isDryRun: false)

    #expect(report.removed.map(\.hash) == [blob.hash])
    #expect(record.purposes.withLock { $0 } == [.arrival, .removal])
    try await fixture.store.close()
  }
}
