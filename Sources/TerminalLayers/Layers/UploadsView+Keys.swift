import MarfaSDK
import NoteFiles
import TerminalUI

/// What the keys of the uploads do.
extension UploadsView {
  package func handle(_ event: InputEvent) -> EventResult {
    handle(event, letters: act)
  }

  private func act(_ character: Character) -> EventResult {
    switch character {
    case " ", "p": togglePause()
    case "r": retry()
    case "x", "d": return .consumed(cancel())
    case "J": reorder(by: 1)
    case "K": reorder(by: -1)
    case "y": selected.map { context.copy($0.name, called: "The file's name") }
    default: return .ignored
    }
    return .consumed()
  }

  package func activate() -> [Effect] {
    guard let selected else { return [] }
    guard let note = notes[selected.id] else {
      context.messages.notice("No note has this file.")
      return []
    }
    return [.close(self), .open(id: note.id, line: nil)]
  }

  /// The selected file, if it is on its way; else it is said why nothing can be done.
  private var upload: UploadRow? {
    guard let selected else { return nil }
    switch selected.phase {
    case .hashing: context.messages.notice("The file is still being read.")
    case .completed, .alreadyOnServer: context.messages.notice("The file is on the server.")
    default: return selected
    }
    return nil
  }

  private func togglePause() {
    guard let upload else { return }
    let (hash, name) = (upload.id, upload.name)
    context.work.perform("Pausing") { [context] in
      switch upload.phase {
      case .paused, .failed: try await context.client.attachments.resume(hash)
      default:
        try await context.client.attachments.pause(hash)
        context.messages.notice("\(name) is paused; Space goes on.")
      }
    }
  }

  /// Tries a file that failed, or that waits for its next attempt, again now.
  private func retry() {
    guard let upload else { return }
    let hash = upload.id
    switch upload.phase {
    case .failed, .paused, .waiting: break
    default: return context.messages.notice("It is on its way.")
    }
    // How it ends may be known before this task goes on.
    context.messages.notice("Trying again now.")
    context.work.perform("Trying again") { [context] in
      // A wait ends with a pause.
      if case .waiting = upload.phase { try await context.client.attachments.pause(hash) }
      try await context.client.attachments.resume(hash)
    }
  }

  /// Asks, then takes the file away from its notes, as the server would not have it.
  private func cancel() -> [Effect] {
    if let selected, selected.phase == .hashing {
      context.files.cancelCopy(selected.id)
      context.messages.notice("“\(selected.name)” is not attached.")
      return []
    }
    guard let upload else { return [] }
    return [.push(Self.dialog(about: upload, in: notes[upload.id]?.title, context))]
  }

  /// Asks whether to give an upload up.
  ///
  /// - Parameters:
  ///   - upload: The upload.
  ///   - title: The title of its note; nil when it is not known.
  ///   - context: What it gets of the application.
  /// - Returns: The question.
  static func dialog(
    about upload: UploadRow, in title: String?, _ context: Context
  ) -> ConfirmDialog {
    ConfirmDialog(
      question: question(upload.name, in: title), confirmKey: "g", confirmLabel: "give it up"
    ) {
      context.work.perform("Giving the upload up") {
        let attachments = context.client.attachments
        // It may have arrived while the question was read.
        guard try await attachments.uploads().contains(where: { $0.hash == upload.id }) else {
          return context.messages.notice("Too late: “\(upload.name)” is on the server.")
        }
        try await attachments.cancel(upload.id)
        context.messages.notice("Given up.")
      }
    }
  }

  /// What giving an upload up means, as a question.
  private static func question(_ name: String, in title: String?) -> String {
    let note = title.map { "“\($0.isEmpty ? "Untitled" : $0)”" } ?? "every note that has it"
    return "Give up sending “\(name)”? It is taken away from \(note): "
      + "the server would not have it."
  }

  private func reorder(by step: Int) {
    guard let upload else { return }
    let order = rows.filter { $0.phase != .hashing && !$0.phase.isOver }
    guard let place = order.firstIndex(where: { $0.id == upload.id }),
      order.indices.contains(place + step)
    else { return }
    context.work.perform("Changing the order") { [context] in
      try await context.client.attachments.move(upload.id, to: place + step)
    }
  }
}
