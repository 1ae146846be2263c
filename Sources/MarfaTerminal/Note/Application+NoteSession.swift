import MarfaSDK

extension Application: NoteSessionHost {
  package var autosaveMilliseconds: Int { settings.configuration.autosaveMilliseconds }

  package func schedule(
    after delay: Duration, _ action: @escaping @MainActor () -> Void
  ) -> any ScheduledAction {
    host.schedule(after: delay, action)
  }

  package func drawSoon() { host.requestFrame() }

  package func refusalChanged(of session: NoteSession) {
    if session.isRefused {
      unsaved[session.id] = session
    } else if unsaved[session.id] === session {
      unsaved[session.id] = nil
    }
  }

  package func stored(_ session: NoteSession, as saved: SavedText, parked: ParkingPlace?) {
    workspace.note.stored(id: session.id, as: saved)
    upkeep.stored()
    if let parked { messages.notice(parked.sentence(title: saved.title)) }
  }

  package func sessionRested(_ session: NoteSession) {
    if workspace.note.session === session { workspace.note.follow() }
  }
}
