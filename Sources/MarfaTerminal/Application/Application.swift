import Foundation
import MarfaSDK
import NoteFiles
import Operations
import TerminalUI

/// The running application: what is on the screen, and the way from a key to a command.
///
/// It knows no terminal: events come in through `handle(_:)`, frames go out through
/// `render(size:)`, and the rest is asked of the host.
@MainActor package final class Application {
  /// The notes.
  package let client: LocalClient
  /// The live queries over the notes.
  package let store: MarfaStore
  /// The terminal, or what stands for it.
  package let host: any ApplicationHost
  /// Every action by name.
  package let registry = CommandRegistry.standard
  /// The layers over the workspace.
  package let compositor = Compositor()
  /// What was told to the person.
  package let messages: MessageLog
  /// The work that is under way.
  package let work: WorkInProgress
  /// Theme, keys and options; replaced as a whole when a file was saved.
  package var settings: ApplicationSettings
  /// The time, for relative times and messages.
  package let now: () -> Date
  /// The time since a fixed instant, which never goes back.
  package let elapsed: () -> Duration
  /// The three panes below all layers.
  package private(set) lazy var workspace = Workspace(application: self)

  /// The way back through the notes looked at.
  package var jumps = JumpList() {
    didSet { noteVisit(since: oldValue) }
  }
  /// How often and when notes were looked at.
  package var visits = VisitLog()
  /// Names of the hints that are not shown again.
  package var shownHints: Set<String> = []
  /// Whether the mouse is reported; the person may turn it off for a while.
  package var isMouseOn: Bool
  /// What can be taken back.
  package var actions = ActionHistory()
  /// The new names of tags that were renamed in this run, by the old ones.
  var tagNames: [String: String] = [:]
  /// Queries that were entered.
  package var searchHistory = InputHistory()
  /// Actions that were entered by name.
  package var commandHistory = InputHistory()
  /// The undo histories of notes.
  package let undoArchives: UndoArchives
  /// Writes what is remembered.
  let stateKeeper: StateKeeper
  /// Edited notes whose text the store has refused so far, by id.
  var unsaved: [String: NoteSession] = [:]
  /// Whether the notes are being copied.
  var isBackingUp = false
  /// The files that hold texts which the store refused until the end.
  package internal(set) var rescued: [String] = []

  /// Whether the person is here, as operations see it.
  package let activity = TerminalActivity()
  /// What is asked of slow sources, each answer shared by all that look at it.
  package private(set) lazy var operations = OperationClient(
    storeCreator: .automatic(activityObserver: activity))

  /// Tidies the store in pauses.
  package private(set) lazy var upkeep = IdleUpkeep(store: client.store, host: host) {
    [weak self] in
    self?.messages.minorError("Tidying the search index failed: \(ErrorText.sentence(for: $0))")
  }

  var dispatcher = KeyDispatcher()
  var whichKeyDelay: (any ScheduledAction)?
  var whichKey: WhichKeyBox?
  private lazy var frames = FrameTracker { [requestFrame] in requestFrame() }
  private let requestFrame: @Sendable () -> Void
  private var ending: Task<Void, Never>?
  private(set) var size = Size(columns: 80, rows: 24)

  /// Creates the application over an open store.
  ///
  /// - Parameters:
  ///   - client: The notes.
  ///   - store: The live queries of the same client.
  ///   - host: The terminal.
  ///   - settings: Theme, keys and options.
  ///   - now: The time.
  ///   - elapsed: The time since a fixed instant, which never goes back.
  ///   - requestFrame: Asks for a frame, from any isolation.
  package init(
    client: LocalClient, store: MarfaStore, host: any ApplicationHost,
    settings: ApplicationSettings, now: @escaping () -> Date,
    elapsed: @escaping () -> Duration,
    requestFrame: @escaping @Sendable () -> Void
  ) {
    self.client = client
    self.store = store
    self.host = host
    self.settings = settings
    self.now = now
    self.elapsed = elapsed
    self.requestFrame = requestFrame
    isMouseOn = settings.configuration.isMouseEnabled
    messages = MessageLog(now: now)
    work = WorkInProgress(messages: messages) { [host] in host.requestFrame() }
    undoArchives = UndoArchives(stateDirectory: settings.directories.state)
    let file = StateFile(directories: settings.directories)
    let state = file.load()
    stateKeeper = StateKeeper(file: file, last: state, host: host)
    messages.appended = { [weak self] in self?.announce($0) }
    restore(state)
    awaitMidnight()
  }

  private func noteVisit(since before: JumpList) {
    guard let id = jumps.current, id != before.current else { return }
    visits.visit(id, at: now())
  }

  /// The component that keys go to.
  package var focused: any Component { compositor.top ?? workspace.focusedComponent }

  // MARK: - Events

  /// Takes an event from the terminal, and asks for a frame.
  package func handle(_ event: InputEvent) {
    if case .resize = event {
    } else if work.hold(event) {
      return
    }
    switch event {
    case .key(let key): handle(key)
    case .paste(let text): handlePaste(text)
    case .mouse, .focus: offer(event)
    case .resize(let size): self.size = size
    }
    if compositor.layers.isEmpty, dispatcher.pending.isEmpty { workspace.note.resumeTyping() }
    if case .focus(let gained) = event {
      workspace.focusChanged(gained)
      activity.changed(isActive: gained)
    }
    keepStateSoon()
    host.requestFrame()
  }

  private func handle(_ key: KeyEvent) {
    messages.fade()
    for session in unsaved.values { session.retrySoon() }
    if isTooSmall, !isTyping(key) { return handleUnseen(key) }
    if dispatcher.pending.isEmpty, focused.capturesKeys,
      focused.handle(.key(key)) == .consumed
    {
      return
    }
    if key.key == .escape, dispatcher.reset() {
      hideWhichKey()
      return
    }
    switch dispatcher.resolve(key, in: focused.keyContext, keymap: settings.keymap) {
    case .command(let name):
      hideWhichKey()
      if registry[name]?.supersedesErrors == true { messages.supersede() }
      run(name)
    case .pending(let continuations): scheduleWhichKey(continuations)
    case .unresolved(let keys):
      hideWhichKey()
      for key in keys { offer(.key(key)) }
    }
  }

  private func handlePaste(_ text: String) {
    if focused.handle(.paste(text)) == .ignored {
      messages.notice("Paste ignored: press i to edit a note first.")
    }
  }

  private func offer(_ event: InputEvent) {
    _ = compositor.handle(event, base: workspace.handle)
  }

  // MARK: - Work

  /// Runs work that waits, and shows the error if it fails; see `WorkInProgress`.
  package func perform(_ purpose: String, _ body: @escaping @MainActor () async throws -> Void) {
    work.perform(purpose, body)
  }

  /// Runs work that waits, keeping the keys typed meanwhile for where it leads: what is typed right
  /// after the key for a new note goes into that note.
  package func performHolding(
    _ purpose: String, _ body: @escaping @MainActor () async throws -> Void
  ) {
    work.performHolding(purpose, release: { [self] in handle($0) }, body)
  }

  /// Waits until all work that was begun has ended; for a clean exit, and for tests.
  ///
  /// - Parameter count: How many of the latest pieces of work are not waited for; 1 for the one that
  ///   asks.
  package func finishWork(but count: Int = 0) async { await work.finish(but: count) }

  /// Does what ends the program once all work that was begun has ended.
  func end(_ last: @escaping @MainActor (Application) async -> Void) {
    ending = Task { [self] in
      await finishWork()
      // Keys that were held for a note that was on its way are in it only now.
      leaveNotes()
      await finishWork()
      await last(self)
    }
  }

  /// Waits until the program is ready to end, if it was told to.
  package func finishEnding() async { await ending?.value }

  // MARK: - Frames

  /// Builds the frame for a terminal of the given size: brings everything up to date, then draws.
  package func render(size: Size) -> Surface {
    self.size = size
    return frames.track {
      update()
      return draw()
    }
  }

  /// Follows what changed since the last frame; cursors move, queries start and notes are loaded here.
  private func update() {
    guard !isTooSmall else { return }
    let screen = Surface(size: size).bounds
    workspace.update(in: screen, frame)
    compositor.update(in: screen, frame)
  }

  /// Draws what the last `update` left; changes and reads nothing.
  package func draw() -> Surface {
    var surface = Surface(size: size)
    draw(on: &surface)
    return surface
  }

  /// What every component needs to draw.
  private var frame: Frame {
    var frame = Frame(
      theme: settings.theme, glyphs: settings.glyphs, now: now(), calendar: settings.calendar)
    frame.datePattern = settings.datePattern
    frame.isPlain = settings.isPlain
    frame.isFocused = compositor.layers.isEmpty
    return frame
  }

  private func draw(on surface: inout Surface) {
    let screen = surface.bounds
    guard !isTooSmall else {
      let times = settings.glyphs.isASCII ? "x" : "×"
      surface.drawWrapped("too small, need 20\(times)5", in: screen, style: .plain)
      return
    }
    let frame = frame
    workspace.render(in: screen, on: &surface, frame)
    compositor.render(in: screen, on: &surface, frame)
    whichKey?.render(in: screen, on: &surface, frame)
    if settings.glyphs.isASCII { surface.useASCIISigns() }
    if settings.isPlain || settings.configuration.accessibleCursor == .visible {
      surface.isCursorVisible = true
    }
  }
}
