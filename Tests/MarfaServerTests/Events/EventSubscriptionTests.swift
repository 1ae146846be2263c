import MarfaModel
import MarfaServer
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(20))) struct EventSubscriptionTests {
  private static func subscription(cut: @escaping @Sendable () -> Void = {}) -> EventSubscription {
    EventSubscription(tail: EventTail(at: 0, types: TypeRegistry()), cut: cut)
  }

  private static func name(_ signal: EventSubscription.Signal) -> String {
    switch signal {
    case .grew(let tail): "grew to \(tail.newest)"
    case .heartbeat(let number): "heartbeat \(number)"
    case .end(let reason): "end \(reason)"
    }
  }

  @Test func `a beat comes before growth, and many are the same as one`() async {
    let subscription = Self.subscription()
    subscription.beat(1)
    subscription.beat(2)
    subscription.grow(EventTail(at: 3, types: TypeRegistry()))
    subscription.grow(EventTail(at: 5, types: TypeRegistry()))

    let first = await Self.name(subscription.next())
    let second = await Self.name(subscription.next())
    subscription.end(.shutdown)
    let third = await Self.name(subscription.next())

    #expect([first, second, third] == ["heartbeat 2", "grew to 5", "end shutdown"])
  }

  @Test func `the end comes first, again and again, and for its first reason`() async {
    let subscription = Self.subscription()
    subscription.end(.gone)
    subscription.end(.shutdown)

    let signals = [
      await Self.name(subscription.next()), await Self.name(subscription.next()),
    ]

    #expect(signals == ["end gone", "end gone"])
  }

  @Test func `a write that sees two beats is cut off`() async throws {
    let cuts = Mutex(0)
    let subscription = Self.subscription { cuts.withLock { $0 += 1 } }

    try await subscription.writing {
      subscription.beat(1)
      #expect(cuts.withLock { $0 } == 0)
      subscription.beat(2)
    }

    #expect(cuts.withLock { $0 } == 1)
    #expect(subscription.ending == .tooSlow)
  }

  @Test func `beats between writes cut nothing off`() async throws {
    let cuts = Mutex(0)
    let subscription = Self.subscription { cuts.withLock { $0 += 1 } }

    for number in 0..<3 {
      try await subscription.writing { subscription.beat(2 * number) }
      subscription.beat(2 * number + 1)
    }

    #expect(cuts.withLock { $0 } == 0)
    #expect(subscription.ending == nil)
  }
}
