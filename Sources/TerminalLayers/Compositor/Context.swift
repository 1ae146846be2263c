import Foundation
import MarfaSDK
import NoteEditing
import NoteFiles
import Operations
import Settings
import TerminalUI
import Workbench

/// What components and actions use of the application: notes, terminal, settings, time and
/// messages; nothing that is on the screen.
@MainActor package final class Context {
  /// The notes.
  package let client: LocalClient
  /// The live queries over the notes.
  package let store: MarfaStore
  /// The terminal, or its stand-in in a test.
  package let host: any ApplicationHost
  /// What was reported to the person.
  package let messages: MessageLog
  /// The work in progress.
  package let work: WorkInProgress
  /// What the person did before.
  package let memory: Memory
  /// What can be undone.
  package var history = ActionHistory()
  /// The undo histories of notes.
  package let undoArchives: UndoArchives
  /// Updates the search index while nothing else happens.
  package let upkeep: IdleUpkeep
  /// The state of the exchange with the server.
  package let sync: SyncMonitor
  /// Who else is in the notes.
  package let people: PeopleMonitor
  /// Whether the person is here, as operations see it.
  package let activity = TerminalActivity()
  /// Runs the queries of slow sources; all components share each answer.
  package private(set) lazy var operations = OperationClient(
    storeCreator: .automatic(
      networkObserver: sync.reachability, activityObserver: activity))
  /// Fetches attached files and shows them.
  package private(set) lazy var files = FileOpening(context: self)
  /// Theme, keys and options; replaced as a whole when a file of them is saved.
  package var settings: ApplicationSettings
  /// The title of the shown note, empty for none; nil before the first.
  private var windowTitle: String?
  /// The last copy, which the next one and a paste wait for.
  private var copying: Task<String?, Never>?
  /// Whether the mouse is on; the person may turn it off for a while.
  package var isMouseOn: Bool
  /// When the program last went on after it was stopped; nil before that.
  package var wentOnAt: Duration?
  /// The time, for relative times and messages.
  package let now: () -> Date
  /// The time since a fixed instant, which never goes back.
  package let elapsed: () -> Duration
  /// Carries out what a component wants outside an event: after a read, a pause or a choice.
  package var carryOut: @MainActor (Effect) -> Void = { _ in }

  /// Brings together what components get of the application, over an open store.
  ///
  /// - Parameters:
  ///   - client: The notes.
  ///   - store: The live queries of the same client.
  ///   - host: The terminal.
  ///   - settings: Theme, keys and options.
  ///   - now: The time.
  ///   - elapsed: The time since a fixed instant, which never goes back.
  package init(
    client: LocalClient, store: MarfaStore, host: any ApplicationHost,
    settings: ApplicationSettings, now: @escaping () -> Date, elapsed: @escaping () -> Duration
  ) {
    self.client = client
    self.store = store
    self.host = host
    self.settings = settings
    isMouseOn = settings.configuration.isMouseEnabled
    self.now = now
    self.elapsed = elapsed
    let messages = MessageLog(now: now)
    self.messages = messages
    work = WorkInProgress(messages: messages, elapsed: elapsed) { host.requestFrame() }
    work.inputChanged = { host.setInput(isTaken: $0) }
    memory = Memory(now: now)
    sync = SyncMonitor(now: now, host: host, messages: messages)
    people = PeopleMonitor(host: host, elapsed: elapsed)
    undoArchives = UndoArchives(stateDirectory: settings.directories.state)
    upkeep = IdleUpkeep(store: client.store, undoArchives: undoArchives, host: host) {
      messages.minorError("Tidying up failed: \(ErrorText.sentence(for: $0))")
    }
  }

  /// How long ago a time is, in the person's form of dates.
  package func relativeTime(_ date: Date) -> String {
    RelativeTime.text(
      for: date, now: now(), calendar: settings.calendar, pattern: settings.datePattern)
  }

  /// The start of the present day.
  package var startOfDay: Timestamp { Timestamp(settings.calendar.startOfDay(for: now())) }
}

// MARK: - The terminal

extension Context {
  /// Copies text and says what was copied.
  package func copy(_ text: String, called name: String) {
    let copy = begin(copying: text)
    work.perform("Copying") { [self] in
      messages.notice(await copy.value ?? "\(name) copied.")
    }
  }

  /// Copies text that the editor yanked, without a word unless it failed.
  package func copyQuietly(_ text: String) {
    let copy = begin(copying: text)
    work.perform("Copying") { [self] in
      if let remark = await copy.value { messages.notice(remark) }
    }
  }

  /// Copies once the copy before is done: the programs that copy could overtake each other.
  private func begin(copying text: String) -> Task<String?, Never> {
    let copy = Task { [host, former = copying] in
      _ = await former?.value
      return await host.copy(text)
    }
    copying = copy
    return copy
  }

  /// The text on the clipboard after the last copy made here is there; nil when it cannot be read.
  package func pasted() async -> String? {
    _ = await copying?.value
    return await host.paste()
  }

  /// Signals that a key could not do its work, in the way that the settings choose.
  package func ring() {
    switch settings.configuration.bell {
    case .none: break
    case .audible: host.alert(.audible)
    case .visible: host.alert(.visible)
    }
  }

  /// Names the note in the title of the terminal's window, from the next frame on.
  package func setTitle(_ title: String) { windowTitle = title }

  /// Shows the title with the number of changes that wait for the server.
  ///
  /// The terminal writes it only when it has changed.
  package func showTitle(_ glyphs: GlyphSet) {
    let pending = sync.shown?.pending ?? 0
    // The window keeps its own title until there is something to show.
    guard windowTitle != nil || pending > 0 else { return }
    let note = windowTitle.flatMap { $0.isEmpty ? nil : " — \($0)" } ?? ""
    host.setTitle("marfa\(note)" + (pending > 0 ? " (\(glyphs.unsynced) \(pending))" : ""))
  }

  /// Shows a hint the first time that it makes sense, after what was done has been reported.
  ///
  /// - Parameters:
  ///   - name: The hint's name in the state file.
  ///   - text: The hint, a sentence.
  package func hintOnce(_ name: String, _ text: String) {
    guard memory.shownHints.insert(name).inserted else { return }
    messages.notice(text)
  }
}
