import MarfaSDK

/// What a note session needs of the application around it.
@MainActor package protocol NoteSessionHost: AnyObject {
  /// The rest after which a text is stored.
  var autosaveMilliseconds: Int { get }

  /// The time since a fixed instant, which never goes back.
  var elapsed: () -> Duration { get }

  /// Runs an action on the main actor after a time, unless it is cancelled before.
  func schedule(
    after delay: Duration, _ action: @escaping @MainActor () -> Void
  ) -> any ScheduledAction

  /// Draws a frame soon.
  func drawSoon()

  /// Runs work that is waited for at the end, and shows its error.
  ///
  /// - Parameters:
  ///   - purpose: What is being done, to begin the error's sentence.
  ///   - body: The work.
  func perform(_ purpose: String, _ body: @escaping @MainActor () async throws -> Void)

  /// Keeps a session whose text the store refuses, until the store has taken it.
  func refusalChanged(of session: NoteSession)

  /// A session's text was stored.
  ///
  /// - Parameters:
  ///   - session: The session, with the editor as it is now.
  ///   - saved: What the store answered.
  ///   - parked: Where the text is that was overruled; nil if none was.
  func stored(_ session: NoteSession, as saved: SavedText, parked: ParkingPlace?)

  /// A session that the person left has stored everything.
  func ended(_ session: NoteSession)

  /// Others came into the note of a session, or left it.
  func peopleChanged(in session: NoteSession)

  /// A save or a merge of a session ended: what was observed meanwhile can be looked at.
  func sessionRested(_ session: NoteSession)
}
