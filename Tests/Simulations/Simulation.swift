import Foundation
import MarfaSDK
import MarfaServer
import TestSupport

/// Some devices and a server on one thread, in an order that a seed decides.
///
/// The network delays, reorders between connections, duplicates and drops; devices crash between
/// any two steps and their clocks jump. What the simulated people typed is kept apart, and compared
/// in the end with what is there.
final class Simulation {
  /// Something that is on its way.
  enum Step {
    case request(client: Int, life: Int, Exchange, connection: Int, loses: Bool)
    case reply(client: Int, life: Int, Exchange, SyncReply, connection: Int)
    case replay(client: Int, Exchange)
    case stream(client: Int, life: Int, connection: Int)
    case timer(client: Int, life: Int, SyncStateMachine.Timer, number: Int)
    case person(client: Int, focus: String?)
    case path(client: Int, life: Int)
    case note(NoteStep)
  }

  var server: DirectServer
  /// Whether the server has the documented API and nothing else.
  let isDocumented: Bool
  let clients: [SimulatedClient]
  /// What the people typed.
  var oracle = EditOracle()
  /// What the server refused and nobody had planned.
  private(set) var unexpected: [String] = []
  var faults: Faults
  var numbers: SplitMix64
  private let clock: ManualWallClock
  let callers: [Credential]
  /// What people who are asked knew when they moved notes to the trash, or edited them.
  var trashDecisions = TrashDecisions()
  /// The most notes that people turn to; nil for all.
  var fewNotes: Int?
  /// Whether people delete notes permanently that are in the trash.
  var peoplePurge = false
  var refusals = PlannedRefusals()
  /// The devices whose stream has told everything.
  var quiet: Set<Int> = []
  private var waiting: [(time: Int64, step: Step)] = []
  var time: Int64 = 0
  /// A wrong executor, for tests of the simulation itself.
  var plant = PlantedFault.none
  /// How people edit notes as documents; nil where nobody does.
  var notes: NoteHabits?

  /// Something that the server was asked, and what it answered.
  struct Recorded: Sendable {
    var client: Int
    var request: SyncRequest
    var answer: TransportResponse
  }

  /// Whether everything that the server is asked is kept.
  var isRecording = false
  var recorded: [Recorded] = []
  /// Reports what happens, a line for each step; nil for a silent history.
  var tell: ((String) -> Void)?

  init(
    seed: UInt64, clients count: Int, faults: Faults? = nil, isDocumented: Bool = false,
    asks: Bool = false, notes: NoteHabits? = nil
  ) throws {
    self.notes = notes
    numbers = SplitMix64(seed: seed)
    self.isDocumented = isDocumented
    self.faults = faults ?? .drawn(seed: seed)
    let start = Timestamp(milliseconds: 1_800_000_000_000)
    clock = ManualWallClock(start)
    let store = MemoryServerStore(
      clock: clock, ids: ItemIdGenerator(seed: seed &+ 999, clock: clock))
    server = DirectServer(store, settings: notes?.settings ?? ServerSettings())
    clients = try (0..<count).map {
      try SimulatedClient(
        "device-\($0)", seed: seed &* 31 &+ UInt64($0) &+ 1, start: start,
        mergesTexts: seed.isMultiple(of: 2), asks: asks)
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
      for _ in 0..<edits {
        push(.person(client: index, focus: nil), after: Int64(random(20_000)))
      }
    }
    beginNotes(edits: edits)
    try work(until: 60_000)
    faults = Faults()
    tell?("everything heals")
    try healNotes()
    for index in clients.indices where notes?.goesOn != true { try restart(index) }
    try work(until: 600_000)
    // What was planned to be refused is sent again by the people.
    try answerAll()
  }

  /// The simulation did not come to rest.
  struct Stuck: Error {
    var seen: [String]
  }

  /// Does what is due within a time; a quiet stream is not looked at, so that all may come to rest.
  func work(until limit: Int64) throws {
    let end = time + limit
    var steps = 0
    while let entry = waiting.last, entry.time <= end {
      waiting.removeLast()
      steps += 1
      if steps > 50_000 { throw Stuck(seen: clients.map { "\($0.machine)" }) }
      pass(to: entry.time)
      tell(entry.step)
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

  func random(_ bound: Int) -> Int { Int.random(in: 0..<max(bound, 1), using: &numbers) }

  func happens(_ oneIn: Int) -> Bool { oneIn > 0 && random(oneIn) == 0 }

  func push(_ step: Step, after delay: Int64) {
    let due = time + max(delay, 0)
    // The next one is last; of those at the same moment the oldest.
    let place = waiting.lastIndex { $0.time > due } ?? -1
    waiting.insert((due, step), at: place + 1)
  }

  // MARK: - Steps

  private func take(_ step: Step) throws {
    switch step {
    case .person(let index, let focus): try act(index, focus)
    case .note(let step): try take(step)
    case .path(let index, let life):
      guard clients[index].life == life else { return }
      try on(.pathChanged(isReachable: true), index)
    case .request(let index, let life, let exchange, let connection, let loses):
      let reply =
        loses ? .failure(message: "lost", mayHaveArrived: false) : reply(to: exchange, index)
      push(
        .reply(client: index, life: life, exchange, reply, connection: connection),
        after: Int64(random(200)))
    case .replay(let index, let exchange): _ = answer(to: exchange, index)
    case .reply(let index, let life, let exchange, let reply, let connection):
      let client = clients[index]
      guard client.life == life else { return }
      if happens(faults.crash) { return try restart(index) }
      let asked = try questions(index)
      let outcome = try client.store.settle(exchange, reply, client.policy)
      client.answered.take(outcome.answered)
      note(outcome.events, index)
      if happens(faults.crash) { return try restart(index) }
      noticeReplicas(index)
      try on(.progress(exchange.work, outcome.progress, connection: connection), index)
      try wake(index, asked: asked)
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
    if happens(faults.offline) {
      let index = random(clients.count)
      push(.path(client: index, life: clients[index].life), after: Int64(random(8_000)))
      try on(.pathChanged(isReachable: false), index)
    }
  }

  private func act(_ index: Int, _ focus: String?) throws {
    let isRefused = try faults.refusal > 0 && !clients[index].store.refused().isEmpty
    if isRefused, random(4) == 0 {
      tell?("\(index) sends again what was refused")
      _ = try retryRefused(index)
    }
    if clients[index].asks, random(3) == 0, try answer(index) { return }
    let focus = try oracle.act(
      as: clients[index], on: focus, &numbers, seesOld: plant == .unreadText,
      movesOften: clients[index].asks, purges: peoplePurge, most: fewNotes)
    try noticeAct(index)
    tell?("\(index) works on \(focus)")
    // People do several things with a note before they turn to another one.
    if random(2) == 0 {
      push(.person(client: index, focus: focus), after: Int64(random(1_500)))
    }
    noticeReplicas(index)
    try on(.queued, index)
  }

  func restart(_ index: Int) throws {
    tell?("\(index) dies and starts again")
    hangUp(index)
    try perform(clients[index].restart(), index)
    noticeReplicas(index)
  }

  private func note(_ events: [SyncEvent], _ index: Int) {
    for event in events {
      guard case .mutationDropped(let kind, let id, _, let error) = event,
        let code = (error as? any MarfaError)?.code, code != PlannedRefusals.code,
        !peoplePurge || ![ErrorCode.itemNotFound, ErrorCode.versionConflict].contains(code)
      else { continue }
      unexpected.append("\(kind) of \(id ?? "") by \(clients[index].name) is refused: \(error)")
    }
  }

  // MARK: - Actions

  func on(_ event: SyncStateMachine.Event, _ index: Int) throws {
    try perform(clients[index].on(event), index)
  }

  func perform(_ actions: [SyncStateMachine.Action], _ index: Int) throws {
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
      noticeSending(exchange, index)
      exchange = plant.changed(exchange) { ask($0, index) }
      push(
        .request(
          client: index, life: client.life, exchange, connection: connection,
          loses: happens(faults.lostRequest)), after: Int64(random(200)))
    case .openStream(let connection):
      if plant != .unlookedQueue { _ = try client.store.streamStart() }
      client.streamBegan = time
      client.answered = AnsweredItems()
      client.stream = (connection, nil, 0)
      quiet.remove(index)
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
