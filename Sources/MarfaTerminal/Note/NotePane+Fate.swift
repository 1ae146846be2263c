import MarfaSDK
import NoteEditing

extension NotePane {
  private static let purpose = "The note's place"

  /// Where the shown note is; here, while that is not known.
  var fate: NoteFate {
    guard let live, live.isKnown else { return .here }
    return switch live.item?.state {
    case nil, .revoked: .purged
    case .trashed: .trashed
    case .active, .archived: .here
    }
  }

  /// Reports that the note that is edited was trashed or deleted elsewhere, by another program or
  /// on another device; the text stays.
  func followFate() {
    guard let session, live?.isKnown == true, content?.id == session.id else { return }
    let fate = self.fate
    guard fate != session.fate else { return }
    session.fate = fate
    context.host.requestFrame()
    switch fate {
    case .here: context.messages.succeeded(Self.purpose)
    case .trashed:
      context.messages.error(
        "This note was moved to the trash elsewhere; :note.restore takes it out.",
        of: Self.purpose)
    case .purged:
      context.messages.error(
        "This note was deleted elsewhere; :note.restore keeps your text.", of: Self.purpose)
    }
  }

  /// Takes the edited note out of the trash, or makes a new one of its text if it was removed;
  /// whether there was anything to do.
  func restoreEdited() -> Bool {
    guard let session, session.fate != .here else { return false }
    if session.fate == .trashed {
      context.work.perform("Restoring") { [context] in
        _ = try await context.client.items.restore(id: session.id)
        context.messages.notice("Restored.")
      }
    } else {
      context.work.performHolding("Making a new note of the text") { [self] in
        try await keepAsNewNote(session, isEdited: true)
      }
    }
    return true
  }

  /// Leaves the editor; what was typed into a note that was deleted meanwhile becomes a new note,
  /// since nothing else has it.
  func stepOutOfEditor() {
    guard let session, session.fate == .purged, !session.isSettled else { return leaveEditor() }
    context.work.performHolding("Making a new note of the text") { [self] in
      try await keepAsNewNote(session, isEdited: false)
    }
  }

  private func keepAsNewNote(_ session: NoteSession, isEdited: Bool) async throws {
    let title = content?.id == session.id ? content?.title ?? "" : ""
    let id = try await context.createNote(
      title: title, body: await session.text(), in: list.source)
    let cursor = session.editor.cursor
    session.abandon()
    if self.session === session { self.session = nil }
    list.select(id: id)
    await edit(id: id, in: .normal)
    self.session?.editor.moveCursor(toOffset: cursor)
    if !isEdited { leaveEditor() }
    context.messages.succeeded(Self.purpose)
    context.messages.notice("Kept as a new note.")
  }
}
