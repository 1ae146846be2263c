import MarfaModel
import Testing

@testable import MarfaServer

@Suite(.timeLimit(.minutes(20))) struct KeyTurnsTests {
  private struct Refusal: Error {}

  /// How much is done at a time, by key.
  private actor Load {
    private var now: [String: Int] = [:]
    private(set) var most: [String: Int] = [:]
    private(set) var done = 0

    func enter(_ key: String) {
      now[key, default: 0] += 1
      most[key] = max(most[key, default: 0], now[key, default: 0])
    }

    func leave(_ key: String) {
      now[key, default: 0] -= 1
      done += 1
    }
  }

  @Test func `a key does so much at a time, and everything in the end`() async throws {
    let turns = KeyTurns(3)
    let load = Load()

    await withTaskGroup(of: Void.self) { group in
      for number in 0..<40 {
        let key = number.isMultiple(of: 4) ? "few" : "many"
        group.addTask {
          // One of them fails, and gives its turn on.
          try? await turns.take(key) {
            await load.enter(key)
            for _ in 0..<10 { await Task.yield() }
            await load.leave(key)
            if number == 5 { throw Refusal() }
          }
        }
      }
    }

    #expect(await load.most["many"] == 3)
    #expect(await load.most["few", default: 0] <= 3)
    #expect(await load.done == 40)
  }

  @Test func `a waiter who waits in vain gives the turn on`() async throws {
    let turns = KeyTurns(1)
    let (first, release) = AsyncStream<Void>.makeStream()
    let (entered, enter) = AsyncStream<Void>.makeStream()
    async let one: Void = turns.take("a") {
      enter.yield()
      for await _ in first { break }
    }
    for await _ in entered { break }
    let given = Task { try await turns.take("a") { Issue.record("It ran.") } }
    given.cancel()

    release.yield()

    try await one
    await #expect(throws: CancellationError.self) { try await given.value }
    #expect(try await turns.take("a") { 7 } == 7)
  }
}

@Suite(.timeLimit(.minutes(20))) struct UnreadBytesTests {
  private func unread(perKey: Int, all: Int) -> UnreadAnswers {
    var limits = UnreadLimits()
    (limits.perKey, limits.all) = (perKey, all)
    return UnreadAnswers(limits)
  }

  private func status(_ work: () throws -> Void) -> Int? {
    do {
      try work()
      return nil
    } catch {
      return (error as? APIError)?.status
    }
  }

  @Test func `a key has its bytes until nobody holds them`() throws {
    let unread = unread(perKey: 100, all: 1000)
    // The first is as long as it likes, or it could never be read.
    var share: UnreadAnswers.Share? = try unread.take(500, of: "a")
    #expect(unread.bytes(of: "a") == 500)
    #expect(status { _ = try unread.take(1, of: "a") } == 429)
    #expect(status { try unread.check("a") } == 429)
    #expect(status { try unread.check("b") } == nil)

    withExtendedLifetime(share) {}
    share = nil

    #expect(unread.bytes(of: "a") == 0)
    #expect(status { try unread.check("a") } == nil)
  }

  @Test func `all keys together have no more than may be`() throws {
    let unread = unread(perKey: 100, all: 150)
    let shares = [try unread.take(80, of: "a"), try unread.take(60, of: "b")]
    #expect(status { _ = try unread.take(20, of: "c") } == 503)
    let sure = try unread.take(20, of: "c", isSure: true)
    #expect(unread.bytes(of: "c") == 20)
    withExtendedLifetime((shares, sure)) {}
  }

  @Test func `a change that is made is reported in short where there is no room`() async throws {
    let fixture = try StoreFixture()
    var settings = ServerSettings()
    settings.unreadAnswers.perKey = 100
    let environment = ServerEnvironment(
      store: fixture.store, settings: settings, clock: fixture.clock)
    let answer = try await fixture.store.write(
      .createItem(
        CreateItemInput(
          type: "core.note", properties: ["body": .string(String(repeating: "x", count: 100_000))])),
      fixture.context())
    let first = try environment.response(answer, to: "a")
    #expect(first.body.contentLength ?? 0 > 100_000)

    let second = try environment.response(answer, to: "a", isDone: true)

    #expect(second.status == .created)
    #expect(second.body.contentLength ?? 0 < 200)
    #expect(status { _ = try environment.response(answer, to: "a") } == 429)
  }
}
