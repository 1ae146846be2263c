import MarfaTerminal
import NoteEditing
import TerminalDriver

/// A host without a terminal: what the application asks for is written down.
@MainActor final class TestHost: ApplicationHost {
  /// A delayed action that the test fires.
  final class Action: ScheduledAction {
    let delay: Duration
    fileprivate let run: @MainActor () -> Void
    fileprivate(set) var isCancelled = false

    fileprivate init(delay: Duration, run: @escaping @MainActor () -> Void) {
      self.delay = delay
      self.run = run
    }

    func cancel() { isCancelled = true }
  }

  private(set) var scheduled: [Action] = []
  private(set) var copied: [String] = []
  private(set) var titles: [String] = []
  private(set) var alerts: [AlertKind] = []
  private(set) var suspensions = 0
  private(set) var redraws = 0
  private(set) var requestedFrames = 0
  private(set) var hasQuit = false
  /// The programs that were started away from the terminal.
  private(set) var started: [[String]] = []
  private(set) var isMouseEnabled = true
  /// Each time that input is left in the terminal, or taken again.
  private(set) var inputChanges: [Bool] = []
  /// The variables of the programs that were started.
  private(set) var environments: [[String: String]] = []
  /// What a started program does with its arguments.
  var program: ([String]) async throws -> Int32 = { _ in 0 }

  private var waiting: CheckedContinuation<Void, Never>?

  func requestFrame() {
    requestedFrames += 1
    waiting?.resume()
    waiting = nil
  }

  /// Waits until a frame is asked for in which something holds.
  func waitForFrame(in which: @MainActor () -> Bool) async {
    while !which() { await withCheckedContinuation { waiting = $0 } }
  }

  func schedule(after delay: Duration, _ action: @escaping @MainActor () -> Void)
    -> any ScheduledAction
  {
    let action = Action(delay: delay, run: action)
    scheduled.append(action)
    return action
  }

  /// Lets all delays pass.
  func fireAll() {
    let due = scheduled.filter { !$0.isCancelled }
    scheduled = []
    for action in due { action.run() }
  }

  /// Lets the delays of some actions pass.
  func fire(_ actions: [Action]) {
    scheduled.removeAll { action in actions.contains { $0 === action } }
    for action in actions { action.run() }
  }

  func redrawEverything() { redraws += 1 }
  func suspend() { suspensions += 1 }
  func quit() { hasQuit = true }
  func setTitle(_ title: String) { titles.append(title) }
  func alert(_ kind: AlertKind) { alerts.append(kind) }
  func setInput(isTaken: Bool) { inputChanges.append(isTaken) }
  func setMouse(isEnabled: Bool) { isMouseEnabled = isEnabled }
  func paste() async -> String? { nil }

  func runProgram(
    _ arguments: [String], environment: [String: String]?
  ) async throws -> Int32 {
    environments.append(environment ?? [:])
    return try await program(arguments)
  }

  func start(_ arguments: [String]) async -> String? {
    started.append(arguments)
    return nil
  }

  func copy(_ text: String) async -> String? {
    copied.append(text)
    return nil
  }
}
