import MarfaSDK

/// One device of a simulation: its database, which outlives a crash, and everything else, which
/// does not.
final class SimulatedClient {
  let name: String
  let store: SynchronousStore
  let clock: ManualWallClock
  let policy: SyncPolicy
  private(set) var machine = SyncStateMachine()
  /// Counts the processes of this device: what comes back to an earlier one is lost.
  private(set) var life = 0
  /// The timers that run, each with a number that a later one of the same kind replaces.
  private(set) var timers: [SyncStateMachine.Timer: Int] = [:]
  /// The stream: the connection that it is of, the newest event that it has delivered, and the one
  /// that was the newest when it was opened.
  var stream: (connection: Int, cursor: Int64?, end: Int64)?
  /// What the server answered to changes since the stream was opened.
  var answered = AnsweredItems()
  /// Whether the person is asked about conflicts.
  let asks: Bool
  /// When the present stream was begun, in the simulation's time.
  var streamBegan: Int64 = 0
  private var nextTimer = 0
  /// The notes that are documents here; gone with the process.
  var notes = DeviceNotes()

  init(
    _ name: String, seed: UInt64, start: Timestamp, mergesTexts: Bool, asks: Bool = false
  ) throws {
    (self.name, self.asks) = (name, asks)
    clock = ManualWallClock(start)
    var environment = StoreEnvironment(
      clock: clock, ids: ItemIdGenerator(seed: seed, clock: clock))
    environment.source = name
    store = SynchronousStore(try LocalStore.inMemory(environment: environment))
    policy = SyncPolicy(
      url: "https://notes.example", conflict: asks ? .manual : .auto,
      mergesDisjointTexts: mergesTexts, fraction: { 0.5 })
    try store.logIn(to: ServerIdentity(url: "https://notes.example"))
  }

  /// Tells the machine what happened.
  func on(_ event: SyncStateMachine.Event) -> [SyncStateMachine.Action] { machine.on(event) }

  /// Dies, and begins again on the same database.
  func restart() throws -> [SyncStateMachine.Action] {
    life += 1
    machine = SyncStateMachine()
    timers = [:]
    stream = nil
    answered = AnsweredItems()
    notes = DeviceNotes()
    try store.releaseClaims()
    return machine.on(.start)
  }

  /// Starts a timer and gives its number.
  func set(_ timer: SyncStateMachine.Timer) -> Int {
    nextTimer += 1
    timers[timer] = nextTimer
    return nextTimer
  }

  func cancel(_ timer: SyncStateMachine.Timer) { timers[timer] = nil }

  /// Whether a timer of a number still runs; it has then ended.
  func ends(_ timer: SyncStateMachine.Timer, _ number: Int) -> Bool {
    guard timers[timer] == number else { return false }
    timers[timer] = nil
    return true
  }
}
