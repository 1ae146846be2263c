import Editor
import MarfaSDK
import NoteEditing
import TerminalUI

/// What a session needs around it, without screens: timers and work wait until they are let go.
@MainActor final class SessionDesk: NoteSessionHost {
  private final class Timer: ScheduledAction {
    let run: @MainActor () -> Void
    init(run: @escaping @MainActor () -> Void) { self.run = run }
    func cancel() { isCancelled = true }
    private(set) var isCancelled = false
  }

  var autosaveMilliseconds = 300
  var elapsed: () -> Duration = { .zero }
  private(set) var parked: [ParkingPlace] = []
  private(set) var saves = 0
  private(set) var ended = 0
  /// How long each timer was to wait.
  private(set) var delays: [Duration] = []
  private(set) var errors: [String] = []
  /// How many frames were asked for.
  private(set) var frames = 0
  private(set) var refused: [String] = []
  private var timers: [Timer] = []
  private var work: [Task<Void, Never>] = []
  /// Work that was handed in and has not run up to its first wait.
  private var unbegun = 0
  private var waiting: CheckedContinuation<Void, Never>?

  func schedule(
    after delay: Duration, _ action: @escaping @MainActor () -> Void
  ) -> any ScheduledAction {
    let timer = Timer(run: action)
    timers.append(timer)
    delays.append(delay)
    return timer
  }

  func drawSoon() { frames += 1 }

  func perform(_ purpose: String, _ body: @escaping @MainActor () async throws -> Void) {
    unbegun += 1
    work.append(
      Task { [weak self] in
        self?.began()
        do { try await body() } catch { self?.errors.append(purpose) }
      })
  }

  private func began() {
    unbegun -= 1
    guard unbegun == 0 else { return }
    waiting?.resume()
    waiting = nil
  }

  func refusalChanged(of session: NoteSession) {
    refused = session.isRefused ? [session.id] : []
  }

  func stored(_ session: NoteSession, as saved: SavedText, parked: ParkingPlace?) {
    saves += saved.didChange ? 1 : 0
    if let parked { self.parked.append(parked) }
  }

  func ended(_ session: NoteSession) { ended += 1 }

  func peopleChanged(in session: NoteSession) {}

  func sessionRested(_ session: NoteSession) {}

  /// Waits until all work that was handed in runs, and has come to its first wait.
  func begin() async {
    guard unbegun > 0 else { return }
    await withCheckedContinuation { waiting = $0 }
  }

  /// Waits for all work that was begun.
  func finish() async {
    while !work.isEmpty { await work.removeFirst().value }
  }

  /// Lets the time of all timers pass, and waits for what they begin.
  func passTime() async {
    let due = timers
    timers = []
    for timer in due where !timer.isCancelled { timer.run() }
    await finish()
  }
}

extension NoteSession {
  /// Presses keys in the editor, and hands on what it reports.
  func press(_ keys: String...) {
    for key in keys {
      let event: KeyEvent =
        switch key {
        case "esc": KeyEvent(.escape)
        case "ctrl+r": KeyEvent(.character("r"), modifiers: .control)
        default: KeyEvent(.character(Character(key)))
        }
      hand(on: editor.handle(event, at: .zero))
    }
  }

  /// Types text, character by character.
  func type(_ text: String) {
    for character in text {
      let key = character == "\n" ? KeyEvent(.enter) : KeyEvent(.character(character))
      hand(on: editor.handle(key, at: .zero))
    }
  }

  func paste(_ text: String) { hand(on: editor.paste(text, at: .zero)) }

  private func hand(on effects: [EditorEffect]) {
    for case .textChanged(let changes) in effects { typed(changes) }
  }
}
