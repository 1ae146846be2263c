import Foundation
import MarfaSDK
import MarfaServer
import TestSupport

/// Some devices and a server on one thread, in an order that a seed decides.
///
/// The network delays, reorders between connections, duplicates and drops; devices crash between any
/// two steps and their clocks jump. What the simulated people typed is kept apart, and compared in the
/// end with what is there.
final class Simulation {
  /// What goes wrong, and how often: one in so many.
  struct Faults: Sendable {
    var lostRequest = 12
    var lostAnswer = 12
    var duplicate = 15
    var busyServer = 25
    var brokenStream = 12
    var crash = 60
    var clockJump = 80

    static let none = Faults(
      lostRequest: 0, lostAnswer: 0, duplicate: 0, busyServer: 0, brokenStream: 0, crash: 0,
      clockJump: 0)
  }

  /// Something that is on its way.
  private enum Step {
    case request(client: Int, life: Int, Exchange, connection: Int, loses: Bool)
    case reply(client: Int, life: Int, Exchange, SyncReply, connection: Int)
    case replay(client: Int, SyncRequest)
    case stream(client: Int, life: Int, connection: Int)
    case timer(client: Int, life: Int, SyncStateMachine.Timer, number: Int)
    case person(client: Int)
  }

  let server: DirectServer
  let clients: [SimulatedClient]
  /// What the people typed.
  private(set) var oracle = EditOracle()
  private var faults: Faults
  private var numbers: SplitMix64
  private let clock: ManualWallClock
  private let callers: [Credential]
  private var waiting: [(time: Int64, order: Int, step: Step)] = []
  private var nextOrder = 0
  private var time: Int64 = 0
  /// A wrong executor, for tests of the simulation itself.
  var plant = PlantedFault.none

  init(seed: UInt64, clients count: Int, faults: Faults = Faults()) throws {
    numbers = SplitMix64(seed: seed)
    self.faults = faults
    let start = Timestamp(milliseconds: 1_800_000_000_000)
    clock = ManualWallClock(start)
    let store = MemoryServerStore(
      clock: clock, ids: ItemIdGenerator(seed: seed &+ 999, clock: clock))
    server = DirectServer(store)
    clients = try (0..<count).map {
      try SimulatedClient("device-\($0)", seed: seed &* 31 &+ UInt64($0) &+ 1, start: start)
    }
    callers = clients.map { client in
      Credential(
        APIKey(
          id: "key-" + client.name, label: client.name, source: client.name, role: .admin,
          createdAt: "2026-01-01T00:00:00.000Z"))
    }
  }

  /// Lets everybody work for some edits each, then heals everything and waits until nothing moves.
  ///
  /// - Throws: `Stuck` when it never ends.
  func run(edits: Int) throws {
    for index in clients.indices {
      try perform(clients[index].on(.start), index)
      for _ in 0..<edits { push(.person(client: index), after: Int64(random(20_000))) }
    }
    try work(until: 60_000)
    faults = .none
    for index in clients.indices { try perform(clients[index].restart(), index) }
    try work(until: 150_000)
  }

  /// The simulation did not come to rest.
  struct Stuck: Error {
    var seen: [String]
  }

  private func work(until limit: Int64) throws {
    let end = time + limit
    var steps = 0
    while let next = waiting.indices.min(by: {
      (waiting[$0].time, waiting[$0].order) < (waiting[$1].time, waiting[$1].order)
    }) {
      let entry = waiting.remove(at: next)
      if entry.time > end { return }
      steps += 1
      if steps > 50_000 { throw Stuck(seen: clients.map { "\($0.machine)" }) }
      pass(to: entry.time)
      try take(entry.step)
    }
  }

  private func pass(to moment: Int64) {
    let passed = max(moment - time, 0)
    time = max(time, moment)
    clock.advance(byMilliseconds: passed)
    for client in clients { client.clock.advance(byMilliseconds: passed) }
  }

  // MARK: - Chance

  private func random(_ bound: Int) -> Int { Int.random(in: 0..<max(bound, 1), using: &numbers) }

  private func happens(_ oneIn: Int) -> Bool { oneIn > 0 && random(oneIn) == 0 }

  private func push(_ step: Step, after delay: Int64) {
    nextOrder += 1
    waiting.append((time + max(delay, 0), nextOrder, step))
  }

  // MARK: - Steps

  private func take(_ step: Step) throws {
    switch step {
    case .person(let index):
      try oracle.act(as: clients[index], &numbers, seesOld: plant == .unreadText)
      try on(.queued, index)
    case .request(let index, let life, let exchange, let connection, let loses):
      let reply: SyncReply
      if loses {
        reply = .failure(message: "lost", mayHaveArrived: false)
      } else if happens(faults.busyServer) {
        reply = .response(busyAnswer())
      } else {
        let answer = plant.changed(ask(exchange.request, index), to: exchange) { ask($0, index) }
        let isLost = happens(faults.lostAnswer)
        reply =
          isLost ? .failure(message: "cut", mayHaveArrived: true) : .response(answer)
        if happens(faults.duplicate) {
          push(.replay(client: index, exchange.request), after: Int64(random(3_000)))
        }
      }
      push(
        .reply(client: index, life: life, exchange, reply, connection: connection),
        after: Int64(random(200)))
    case .replay(let index, let request): _ = ask(request, index)
    case .reply(let index, let life, let exchange, let reply, let connection):
      let client = clients[index]
      guard client.life == life else { return }
      if happens(faults.crash) { return try perform(client.restart(), index) }
      let outcome = try client.store.settle(exchange, reply, client.policy)
      if happens(faults.crash) { return try perform(client.restart(), index) }
      try on(.progress(exchange.work, outcome.progress, connection: connection), index)
    case .stream(let index, let life, let connection):
      try follow(index, life, connection)
    case .timer(let index, let life, let timer, let number):
      guard clients[index].life == life, clients[index].ends(timer, number) else { return }
      try on(.timer(timer), index)
    }
    if happens(faults.clockJump) {
      let jump = Int64(random(2 * 86_400_000) - 86_400_000)
      clients[random(clients.count)].clock.advance(byMilliseconds: jump)
    }
  }

  private func ask(_ request: SyncRequest, _ index: Int) -> TransportResponse {
    let answer = server.answer(
      DirectServer.Request(
        request.method, request.path,
        query: request.query.map { ($0.name, $0.value ?? "") },
        headers: Dictionary(
          uniqueKeysWithValues: request.headers.map { ($0.key.lowercased(), $0.value) }),
        body: request.body), as: callers[index])
    return TransportResponse(
      status: answer.status, headers: answer.headers, body: answer.body)
  }

  /// A server that wants to be left alone, for some seconds or until it has room again.
  private func busyAnswer() -> TransportResponse {
    let wait = ["retry-after": String(1 + random(20))]
    return TransportResponse(
      status: random(2) == 0 ? 429 : 507, headers: random(2) == 0 ? wait : [:])
  }

  private func follow(_ index: Int, _ life: Int, _ connection: Int) throws {
    let client = clients[index]
    guard client.life == life, let stream = client.stream, stream.connection == connection else {
      return
    }
    if happens(faults.brokenStream) {
      client.stream = nil
      return try on(.streamEnded(nil, connection: connection), index)
    }
    var events: [SSEEvent] = []
    var cursor: Int64
    if let known = stream.cursor {
      let page = try server.events(after: known, as: callers[index])
      let count = 1 + random(5)
      let taken = page.events.prefix(count)
      cursor = taken.count < page.events.count ? taken.last?.id ?? known : page.last
      events = taken.map {
        SSEEvent(id: String($0.id), event: $0.name.rawValue, data: $0.data)
      }
    } else {
      let bounds = try server.events(after: .max - 1, as: callers[index]).bounds
      let resumed = try client.store.streamCursor().flatMap { Int64($0) }
      cursor = resumed ?? bounds.newest
      events = [SSEEvent(id: String(cursor), event: "stream_cursor", data: "{}")]
    }
    client.stream = (connection, cursor)
    // A quiet stream is looked at less often, which only saves steps.
    let pause = Int64(events.isEmpty ? 500 + random(1_500) : 20 + random(400))
    push(.stream(client: index, life: life, connection: connection), after: pause)
    guard !events.isEmpty else { return }
    if happens(faults.crash) { return try perform(client.restart(), index) }
    let outcome = try client.store.apply(plant.changed(events, client))
    try on(.streamOpened(connection: connection), index)
    try on(
      .streamApplied(
        hasDoubts: outcome.hasDoubts, needsSweep: outcome.needsSweep, connection: connection),
      index)
  }

  // MARK: - Actions

  private func on(_ event: SyncStateMachine.Event, _ index: Int) throws {
    try perform(clients[index].on(event), index)
  }

  private func perform(_ actions: [SyncStateMachine.Action], _ index: Int) throws {
    for action in actions { try perform(action, index) }
  }

  private func perform(_ action: SyncStateMachine.Action, _ index: Int) throws {
    let client = clients[index]
    switch action {
    case .perform(let work, let connection):
      if work == .drain { try plant.damage(client) }
      guard var exchange = try client.store.nextExchange(work) else {
        let rest = work == .drain ? try client.store.queueRest() : SyncProgress.done
        return try on(.progress(work, rest, connection: connection), index)
      }
      exchange = plant.changed(exchange) { ask($0, index) }
      push(
        .request(
          client: index, life: client.life, exchange, connection: connection,
          loses: happens(faults.lostRequest)), after: Int64(random(200)))
    case .openStream(let connection):
      client.stream = (connection, nil)
      push(
        .stream(client: index, life: client.life, connection: connection),
        after: Int64(random(300)))
    case .closeStream: client.stream = nil
    case .set(let timer, let wait):
      let number = client.set(timer)
      push(
        .timer(client: index, life: client.life, timer, number: number),
        after: delay(of: wait, client))
    case .cancel(let timer): client.cancel(timer)
    case .releaseWaits:
      try client.store.releaseWaits()
      try on(.queued, index)
    case .publish, .tellSynced, .tell: break
    }
  }

  private func delay(of wait: SyncStateMachine.Wait, _ client: SimulatedClient) -> Int64 {
    switch wait {
    case .debounce: 150
    case .backoff(let failures): min(500 << Int64(min(failures, 7)), 60_000)
    case .duration(let duration): duration.components.seconds * 1000
    case .until(let time):
      min(max(time.milliseconds - client.clock.now.milliseconds, 0), 60_000)
    }
  }
}
