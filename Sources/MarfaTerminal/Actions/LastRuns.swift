import Foundation
import MarfaSDK
import NoteFiles
import Settings
import TerminalLayers
import TerminalUI

/// What is to know after runs that did not end by themselves.
@MainActor package struct LastRuns {
  private let context: Context

  package init(context: Context) { self.context = context }

  /// Reports after a start which edits were never saved and, if the last run did not exit cleanly,
  /// whether the database is damaged.
  ///
  /// - Parameter brokenRuns: The runs that did not end by themselves.
  package func check(brokenRuns: [BrokenRun]) {
    context.work.perform("Looking at the last run") {
      let survivors = await EditFile.survivorCount(in: context.settings.directories.edit)
      if survivors > 0 {
        let edits = survivors == 1 ? "1 unsaved edit was" : "\(survivors) unsaved edits were"
        context.messages.error(
          "\(edits) kept in a file; see `marfa recover`.")
      }
      guard let start = brokenRuns.map(\.start).min() else { return }
      // What is kept in a file may be the text of such a note.
      if survivors == 0 {
        for id in brokenRuns.compactMap(\.newNote) { try await discard(emptyNote: id) }
      }
      let lastEdit = try await lastEdit(since: start)
      if survivors == 0 { context.messages.notice("marfa did not exit cleanly. \(lastEdit)") }
      let findings = try await context.client.store.quickCheck()
      if let first = findings.first {
        context.messages.error(
          "The notes' database is damaged (\(first)); run `marfa doctor`.")
      }
    }
  }
}

extension LastRuns {
  /// Removes a new note whose run broke off before anything typed into it was stored.
  private func discard(emptyNote id: String) async throws {
    let store = context.client.store
    do {
      guard try await store.isUntouched(note: id) else { return }
      _ = try await store.discardItem(id: id, ifAt: LocalStore.untouchedRevision)
    } catch is NotFoundError {
      // Its run or another one has removed it.
    }
  }

  /// Says which note was edited last in a run that did not exit cleanly.
  ///
  /// How many notes were open in it is not known, and those edited before had long been stored.
  private func lastEdit(since start: Timestamp) async throws -> String {
    let last = try await context.client.store.summaries(
      ListFilters(sort: .editedAt, limit: 1)
    ).data.first
    guard let last, last.editedAt >= start else { return "No note was edited." }
    let title = TextWidth.visible(String(last.title.prefix(Self.titleLength)))
    return "Last edit saved: \(timeOfDay(last.editedAt)), “\(title)”."
  }

  /// The most characters of a title in a message.
  private static let titleLength = 40

  /// A time such as `14:02`, with its day before if that is not today.
  private func timeOfDay(_ time: Timestamp) -> String {
    let isToday = context.settings.calendar.isDate(time.date, inSameDayAs: context.now())
    return DatePattern(isToday ? "HH:mm" : "dd MMM HH:mm")
      .text(for: time.date, calendar: context.settings.calendar)
  }
}
