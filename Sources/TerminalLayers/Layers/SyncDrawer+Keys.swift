import MarfaSDK
import NoteFiles
import TerminalUI

/// What the keys of the sync drawer do.
extension SyncDrawer {
  package func handle(_ event: InputEvent) -> EventResult {
    handle(event, letters: act)
  }

  private func act(_ character: Character) -> EventResult {
    switch character {
    case "r": retry()
    case "p": pause()
    case "e": return .consumed(edit())
    case "d": return .consumed(discard())
    case "y": copyWords()
    case "l": showLog()
    case "U": return .consumed([.push(UploadsView(context: context))])
    default: return .ignored
    }
    return .consumed()
  }

  package func activate() -> [Effect] {
    if case .conflict(let change) = selected, let id = change.itemId {
      return [.call { [settle] in settle(id) }]
    }
    if case .upload = selected { return [.push(UploadsView(context: context))] }
    if case .question(let question) = selected { return [.push(dialog(of: question))] }
    return edit()
  }

  /// Sends the refused change again, or tries everything that failed.
  private func retry() {
    if case .refused(let change, _) = selected {
      // The server's answer may come before this task goes on.
      context.sync.tellQueuedAgain()
      return context.work.perform("Sending again") { [context] in
        try await context.client.store.retryRefused(id: change.id)
      }
    }
    if case .upload(let row) = selected {
      context.sync.tellQueuedAgain()
      return context.work.perform("Sending again") { [context] in
        try await context.client.attachments.resume(row.id)
      }
    }
    guard !context.sync.isPausedBySetting else {
      return context.messages.notice(SyncStatus.pausedBySetting)
    }
    guard !context.sync.isPaused else {
      return context.messages.notice("Paused; p goes on.")
    }
    context.sync.tellTrying()
    context.work.perform("Trying again") { [context] in
      try await context.sync.retry(in: context.client.store)
    }
  }

  private func pause() {
    guard context.sync.hasEngine else {
      return context.messages.notice("Nothing is exchanged with the server.")
    }
    guard !context.sync.isManual else {
      return context.messages.notice("Nothing is exchanged by itself; r sends and fetches now.")
    }
    guard !context.sync.isPausedBySetting else {
      return context.messages.notice(SyncStatus.pausedBySetting)
    }
    context.work.perform("Pausing") { [context] in await context.sync.togglePause() }
  }

  /// Opens the note; an edit of it goes with what was refused.
  private func edit() -> [Effect] {
    if case .upload(let row) = selected { return openNote(of: row) }
    guard let id = selected?.itemId else {
      if selected != nil { context.messages.notice("This is not about one note.") }
      return []
    }
    return [.close(self), .open(id: id, line: nil)]
  }

  /// Opens the note that a file belongs to.
  private func openNote(of row: UploadRow) -> [Effect] {
    context.work.performHolding("Opening the note") { [self] in
      guard let note = try await context.client.store.notes(ofBlobs: [row.id])[row.id] else {
        return context.messages.notice("No note has this file.")
      }
      context.carryOut(.close(self))
      context.carryOut(.open(id: note.id, line: nil))
    }
    return []
  }

  /// Asks, then gives the change up: the server's state is shown.
  private func discard() -> [Effect] {
    guard let row = selected, let id = row.id else { return [] }
    if case .upload(let upload) = row { return discard(upload) }
    if case .question(let question) = row { return giveUp(question) }
    if case .pending(let change) = row, change.isSetBack {
      context.messages.notice("The question above decides about all of them.")
      return []
    }
    let what = row.title.isEmpty ? "this change" : "this change of “\(row.title)”"
    return [
      .push(
        ConfirmDialog(
          question: "Give up \(what) (\(row.verb))? \(row.loss)",
          confirmKey: "g", confirmLabel: "give it up"
        ) { [context] in
          context.work.perform("Giving the change up") {
            if case .refused = row {
              try await context.client.store.discardRefused(id: id)
            } else {
              context.sync.discarded(1)
              try await MutationQueue(store: context.client.store).remove(id: id)
            }
            context.messages.notice("Given up.")
          }
        })
    ]
  }

  /// Asks, then gives a file up: it is taken away from its notes.
  private func discard(_ upload: UploadRow) -> [Effect] {
    context.work.performHolding("Reading the file's note") { [self] in
      let note = try await context.client.store.notes(ofBlobs: [upload.id])[upload.id]
      context.carryOut(.push(UploadsView.dialog(about: upload, in: note?.title, context)))
    }
    return []
  }

  /// Asks for the answer that loses nothing.
  private func dialog(of question: SyncQuestion) -> ConfirmDialog {
    let store = context.client.store
    return ConfirmDialog(
      question: question.offer, confirmKey: question.key, confirmLabel: question.label
    ) { [context] in
      context.work.perform("Answering") {
        switch question {
        case .setBack: try await store.answerSetBack(sendsAgain: true)
        case .removals: try await store.allowRemovals()
        }
        try await context.sync.retry(in: store)
        context.messages.notice(question.done)
      }
    }
  }

  /// Asks, then takes what a server has that was set back.
  private func giveUp(_ question: SyncQuestion) -> [Effect] {
    guard case .setBack(let count) = question else {
      context.messages.notice("They stay here as long as you do not answer.")
      return []
    }
    let store = context.client.store
    return [
      .push(
        ConfirmDialog(
          question: "Give up \(SyncQuestion.changes(count)) that the server lacks? The notes then "
            + "show what the server has; notes that it does not have are removed.",
          confirmKey: "g", confirmLabel: "give up"
        ) { [context] in
          context.work.perform("Giving up") {
            try await store.answerSetBack(sendsAgain: false)
            context.messages.notice("Given up.")
          }
        })
    ]
  }

  private func copyWords() {
    guard let selected, !selected.words.isEmpty, selected.isFailure else {
      return context.messages.notice("The server said nothing about this.")
    }
    context.copy(selected.words, called: selected.speaker)
  }

  /// Shows what was exchanged of late, newest first, to narrow by typing and to copy.
  private func showLog() {
    context.work.performHolding("Reading the log") { [self] in
      let entries = Array(context.sync.log.entries.reversed())
      let titles = try await context.client.store.titles(ofItems: Set(entries.compactMap(\.itemId)))
      let rows = entries.enumerated().map { index, entry in
        let title = entry.itemId.flatMap { titles[$0] }.map { "\($0): " } ?? ""
        return PickerRow(
          id: String(index), title: title + entry.text, detail: context.relativeTime(entry.date))
      }
      context.carryOut(.push(log(rows)))
    }
  }

  private func log(_ rows: [PickerRow]) -> Picker {
    Picker(
      context: context, title: "Sync log", width: .full,
      source: FixedRows(
        rows, emptyText: "Nothing was exchanged since the start; `marfa log` has what was before.",
        unmatchedText: "No line matches."
      ) { [context] row in context.copy(row.title, called: "Line") })
  }
}
