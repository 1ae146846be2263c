import Foundation
import MarfaSDK
import NoteFiles

/// What is to know after runs that did not end by themselves.
@MainActor package struct LastRuns {
  private let context: Context

  package init(context: Context) { self.context = context }

  /// Reports after a start which edits were never saved and, if the last run did not exit cleanly,
  /// whether the database is damaged.
  ///
  /// - Parameter brokenRuns: When each run began that did not end by itself.
  package func check(brokenRuns: [Timestamp]) {
    context.work.perform("Looking at the last run") {
      let survivors = await EditFile.survivorCount(in: context.settings.directories.edit)
      if survivors > 0 {
        let edits = survivors == 1 ? "1 unsaved edit was" : "\(survivors) unsaved edits were"
        context.messages.error(
          "\(edits) kept in a file; see `marfa recover`.")
      }
      guard let start = brokenRuns.min() else { return }
      let restored = try await restored(since: start)
      if survivors == 0 { context.messages.notice("marfa did not exit cleanly. \(restored)") }
      let findings = try await context.client.store.quickCheck()
      if let first = findings.first {
        context.messages.error(
          "The notes' database is damaged (\(first)); run `marfa doctor`.")
      }
    }
  }
}

extension LastRuns {
  /// How many notes of a run that did not exit cleanly are counted.
  private static let mostRestored = 500

  /// Says which notes were edited in a run that did not exit cleanly.
  private func restored(since start: Timestamp) async throws -> String {
    let edited = try await context.client.store.summaries(
      ListFilters(sort: .editedAt, limit: Self.mostRestored)
    ).data.prefix { $0.editedAt >= start }
    guard let last = edited.first else { return "No note was being edited." }
    let time = timeOfDay(last.editedAt)
    if edited.count == 1 { return "Recovered 1 note, last edited \(time)." }
    let more = edited.count == Self.mostRestored ? " or more" : ""
    return "Recovered \(edited.count)\(more) notes, last edited \(time)."
  }

  /// A time such as `14:02`, with its day before if that is not today.
  private func timeOfDay(_ time: Timestamp) -> String {
    let isToday = context.settings.calendar.isDate(time.date, inSameDayAs: context.now())
    return DatePattern(isToday ? "HH:mm" : "dd MMM HH:mm")
      .text(for: time.date, calendar: context.settings.calendar)
  }
}
