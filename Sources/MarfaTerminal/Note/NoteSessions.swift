import MarfaSDK
import NoteEditing
import TerminalLayers

/// The sessions of edited notes: what they get of the application, and those whose text the store
/// refuses.
@MainActor package final class NoteSessions: NoteSessionHost {
  /// The edited notes whose text the store refuses, by id.
  package private(set) var unsaved: [String: NoteSession] = [:]
  /// Notes that were left and whose document has not got everything yet, by id.
  private(set) var leaving: [String: NoteSession] = [:]
  /// Notes that were left and whose text the store has not got yet, by id.
  private var storing: [String: NoteSession] = [:]
  /// Whether the store has the texts of all notes that were left.
  var isAllStored: Bool { storing.isEmpty }
  /// Reports who came and who left.
  let arrivals: ArrivalReport
  /// The pane that shows one of the notes.
  weak var pane: NotePane?
  private let context: Context

  init(context: Context) {
    self.context = context
    arrivals = ArrivalReport(context: context)
  }

  /// A person leaves a session.
  func left(_ session: NoteSession) {
    if session.isShared { leaving[session.id] = session }
    if !session.isSettled { storing[session.id] = session }
    session.left()
    arrivals.end()
  }

  /// A session that was left is shown again.
  func resumed(_ session: NoteSession) { storing[session.id] = nil }

  package func ended(_ session: NoteSession) {
    if leaving[session.id] === session { leaving[session.id] = nil }
    guard storing[session.id] === session else { return }
    storing[session.id] = nil
    context.host.requestFrame()
  }

  package func peopleChanged(in session: NoteSession) {
    guard pane?.session === session else { return }
    arrivals.take(session.people)
  }

  /// Tries again soon to store what the store refused: the person is here.
  func retrySoon() { for session in unsaved.values { session.retrySoon() } }

  /// Tries now to store what the store refused.
  func saveUnsaved() { for session in unsaved.values { session.save() } }

  /// Puts the texts that the store refused into files.
  ///
  /// - Parameter kept: Takes the path of each file; a text that the person took out of its file has
  ///   none.
  /// - Throws: The file system's error; the text is still in memory.
  func rescueUnsaved(_ kept: @MainActor (_ path: String) -> Void) async throws {
    for (id, session) in unsaved {
      if let path = try await session.keepInFile() { kept(path) }
      unsaved[id] = nil
    }
  }

  /// The person deletes a note for good: what was typed into it and is not stored goes, too.
  func abandon(_ id: String) {
    for session in [storing[id], leaving[id], unsaved[id]].compactMap(\.self)
    where session !== pane?.session {
      session.abandon()
    }
  }

  // MARK: - What sessions need

  package var autosaveMilliseconds: Int { context.settings.configuration.autosaveMilliseconds }
  package var elapsed: () -> Duration { context.elapsed }

  package func schedule(
    after delay: Duration, _ action: @escaping @MainActor () -> Void
  ) -> any ScheduledAction {
    context.host.schedule(after: delay, action)
  }

  package func drawSoon() { context.host.requestFrame() }

  package func perform(_ purpose: String, _ body: @escaping @MainActor () async throws -> Void) {
    context.work.perform(purpose, body)
  }

  package func refusalChanged(of session: NoteSession) {
    if session.isRefused {
      unsaved[session.id] = session
    } else if unsaved[session.id] === session {
      unsaved[session.id] = nil
    }
  }

  package func stored(_ session: NoteSession, as saved: SavedText, parked: ParkingPlace?) {
    pane?.stored(id: session.id, as: saved)
    context.upkeep.stored()
    if let parked { context.messages.notice(parked.sentence(title: saved.title)) }
  }

  package func sessionRested(_ session: NoteSession) {
    if pane?.session === session { pane?.follow() }
  }
}
