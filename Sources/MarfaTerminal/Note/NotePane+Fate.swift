import MarfaSDK
import NoteEditing
import TerminalLayers

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
        "Moved to the trash elsewhere" + (session.isInTrashUnasked ? "; leaving asks." : "."),
        of: Self.purpose)
    case .purged:
      context.messages.error("Deleted elsewhere; leaving keeps your text.", of: Self.purpose)
    }
  }

  /// Takes the edited note out of the trash, or makes a new one of its text if it was removed;
  /// whether there was anything to do.
  func restoreEdited() -> Bool {
    guard let session, session.fate != .here else { return false }
    if session.fate == .trashed {
      context.work.perform("Restoring") { [context] in
        _ = try await context.client.items.restore(id: session.id)
        session.isDecided()
        context.messages.notice("Restored.")
      }
    } else {
      context.work.performHolding("Making a new note of the text") { [self] in
        try await keepAsNewNote(session, isEdited: true)
      }
    }
    return true
  }

  /// Leaves the editor.
  ///
  /// What was typed into a note that was deleted meanwhile becomes a new note, since nothing else
  /// has it. About one that was moved to the trash the person is asked.
  func stepOutOfEditor() {
    guard let session else { return }
    if session.isInTrashUnasked, context.settings.configuration.server.conflicts == .ask {
      return askAboutTrash(session)
    }
    guard session.fate == .purged, !session.isSettled else { return leaveEditor() }
    context.work.performHolding("Making a new note of the text") { [self] in
      try await keepAsNewNote(session, isEdited: false)
    }
  }

  /// Asks where a note is to be that others moved to the trash while the person typed.
  private func askAboutTrash(_ session: NoteSession) {
    session.save()
    let mover = live?.item?.stateDevice.map { "on \($0)" } ?? "elsewhere"
    let name = title.isEmpty ? "This note" : "“\(title)”"
    let dialog = ConfirmDialog(
      question: "\(name) was moved to the trash \(mover) while you wrote in it. Take it out of the "
        + "trash, with what you wrote?",
      answers: [
        ConfirmDialog.Answer(key: "r", label: "take it out") { [self] in leaveEditor() },
        ConfirmDialog.Answer(key: "t", label: "leave it there") { [self] in
          session.isDecided()
          leaveEditor()
          context.work.perform("Settling the conflict") { [context] in
            try await context.client.store.leaveInTrash(id: session.id)
          }
        },
      ], keptLabel: "go on writing")
    context.carryOut(.push(dialog))
  }

  /// Keeps what was typed into a note that others moved to the trash, or deleted, as the person
  /// leaves it without having been asked: by opening another note, or at the end of the program.
  ///
  /// The note leaves the trash, or its text becomes a new note. Where that fails, the note stays in
  /// the trash, or the text goes into a file.
  func keepTyped(in session: NoteSession) {
    if session.isInTrashUnasked {
      session.isDecided()
      context.work.perform("Taking the note out of the trash") { [context] in
        _ = try await context.client.items.restore(id: session.id)
        context.messages.succeeded(Self.purpose)
        context.messages.notice("Taken out of the trash, with what you wrote.")
      }
    } else if session.fate == .purged, !session.isSettled, !session.editor.buffer.isEmpty {
      let (title, source) = (content?.id == session.id ? content?.title ?? "" : "", list.source)
      context.work.perform("Making a new note of the text") { [context] in
        _ = try await context.createNote(
          title: title, body: await session.text(), in: source)
        session.abandon()
        context.messages.succeeded(Self.purpose)
        context.messages.notice("Kept as a new note.")
      }
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
