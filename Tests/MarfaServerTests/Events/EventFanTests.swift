import MarfaModel
import Testing

@testable import MarfaServer

@Suite(.timeLimit(.minutes(20))) struct EventFanTests {
  /// More streams than the thread that commits wakes itself.
  private static let many = 200

  private func admit(
    _ count: Int, to fan: EventFan, at id: Int64 = 0
  ) throws -> [EventSubscription] {
    let limits = EventHub.Limits(subscribers: 1_000)
    return try (0..<count).map { _ in
      let tail = EventTail(at: id, types: CoreTypes.registry)
      guard
        case .admitted(let stream, _) = fan.admit(nil, at: tail, limits, cut: {})
      else { throw Refusal() }
      return stream
    }
  }

  private struct Refusal: Error {}

  /// The ids that a stream has seen when it knows of an event.
  private func ids(of stream: EventSubscription, through last: Int64) async -> [Int64] {
    var seen: [Int64] = []
    while seen.last != last {
      guard case .grew(let tail) = await stream.next() else { break }
      seen += tail.entries.map(\.event.id).filter { $0 > seen.last ?? 0 }
    }
    return seen
  }

  @Test(arguments: [1, 64, 65, 200])
  func `each of any number of streams has every event once, in order`(count: Int) async throws {
    let (fan, log) = (EventFan(), MemoryEventLog())
    let streams = try admit(count, to: fan)

    for _ in 0..<50 {
      log.append()
      #expect(fan.take(log.news()))
    }

    for stream in streams {
      #expect(await ids(of: stream, through: 50) == Array(1...50))
    }
  }

  @Test func `events before those that are handed over are missed, with many streams too`() throws {
    let (fan, log) = (EventFan(), MemoryEventLog())
    let streams = try admit(Self.many, to: fan)

    for _ in 0..<3 { log.append() }

    #expect(!fan.take(log.news()))
    #expect(fan.take(log.news(of: 3)))
    #expect(fan.newest == 3)
    #expect(streams.count == fan.count)
  }

  @Test func `streams that end while many are woken stay ended`() async throws {
    let (fan, log) = (EventFan(), MemoryEventLog())
    let streams = try admit(Self.many, to: fan)

    log.append()
    #expect(fan.take(log.news()))
    fan.close()

    for stream in streams {
      guard case .end(.shutdown) = await stream.next() else {
        Issue.record("A stream goes on after the end.")
        return
      }
    }
    #expect(fan.count == 0)
  }
}
