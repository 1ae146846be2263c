import NoteEditing
import TerminalDriver
import TerminalLayers

/// A host without a terminal: what the application asks for is written down.
@MainActor package final class TestHost: ApplicationHost {
  /// A delayed action that the test fires.
  package final class Action: ScheduledAction {
    package let delay: Duration
    fileprivate let run: @MainActor () -> Void
    package fileprivate(set) var isCancelled = false

    fileprivate init(delay: Duration, run: @escaping @MainActor () -> Void) {
      self.delay = delay
      self.run = run
    }

    package func cancel() { isCancelled = true }
  }

  package private(set) var scheduled: [Action] = []
  package private(set) var copied: [String] = []
  package private(set) var titles: [String] = []
  package private(set) var alerts: [AlertKind] = []
  package private(set) var suspensions = 0
  package private(set) var redraws = 0
  package private(set) var requestedFrames = 0
  package private(set) var hasQuit = false
  /// The programs that were started away from the terminal.
  package private(set) var started: [[String]] = []
  package private(set) var isMouseEnabled = true
  /// Each time that input is left in the terminal, or taken again.
  package private(set) var inputChanges: [Bool] = []
  /// The variables of the programs that were started.
  package private(set) var environments: [[String: String]] = []
  /// What a started program does with its arguments.
  package var program: ([String]) async throws -> Int32 = { _ in 0 }

  /// What other programs find on the clipboard; nil while nobody can tell.
  package var clipboard: String?
  /// What happens before a copied text is there.
  package var beforeCopy: () async -> Void = {}

  private var waiting: CheckedContinuation<Void, Never>?

  /// Nothing was asked for yet.
  package init() {}

  package func requestFrame() {
    requestedFrames += 1
    wake()
  }

  /// Waits until a frame is asked for in which something holds, or until the test's time is over.
  package func waitForFrame(in which: @MainActor () -> Bool) async {
    while !which(), !Task.isCancelled {
      await withTaskCancellationHandler {
        await withCheckedContinuation { waiting = $0 }
      } onCancel: {
        Task { @MainActor in wake() }
      }
    }
  }

  private func wake() {
    waiting?.resume()
    waiting = nil
  }

  package func schedule(after delay: Duration, _ action: @escaping @MainActor () -> Void)
    -> any ScheduledAction
  {
    let action = Action(delay: delay, run: action)
    scheduled.append(action)
    return action
  }

  /// Lets all delays pass.
  package func fireAll() {
    let due = scheduled.filter { !$0.isCancelled }
    scheduled = []
    for action in due { action.run() }
  }

  /// Lets the delays of some actions pass.
  package func fire(_ actions: [Action]) {
    scheduled.removeAll { action in actions.contains { $0 === action } }
    for action in actions { action.run() }
  }

  package func redrawEverything() { redraws += 1 }
  package func suspend() { suspensions += 1 }
  package func quit() { hasQuit = true }
  package func setTitle(_ title: String) { titles.append(title) }
  package func alert(_ kind: AlertKind) { alerts.append(kind) }
  package func setInput(isTaken: Bool) { inputChanges.append(isTaken) }
  package func setMouse(isEnabled: Bool) { isMouseEnabled = isEnabled }
  package func paste() async -> String? { clipboard }

  package func runProgram(
    _ arguments: [String], environment: [String: String]?
  ) async throws -> Int32 {
    environments.append(environment ?? [:])
    return try await program(arguments)
  }

  package func start(_ arguments: [String]) async -> String? {
    started.append(arguments)
    return nil
  }

  package func copy(_ text: String) async -> String? {
    await beforeCopy()
    copied.append(text)
    if clipboard != nil { clipboard = text }
    return nil
  }
}
