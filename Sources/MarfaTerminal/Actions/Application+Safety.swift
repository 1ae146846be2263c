import Foundation
import MarfaSDK
import NoteFiles
import Operations

/// What keeps texts safe beside storing them: the daily backup, and what a broken run left.
extension Application {
  /// The pause after the start before files are looked at.
  static let safetyRest = Duration.seconds(10)
  /// How many daily backups are kept.
  static let keptBackups = 7

  /// Begins each day: what is of today is counted anew, and the notes are copied.
  func awaitMidnight() {
    let now = now()
    let start = settings.calendar.startOfDay(for: now)
    let next = settings.calendar.date(byAdding: .day, value: 1, to: start) ?? now + 86_400
    let seconds = max(1, next.timeIntervalSince(now).rounded(.up))
    _ = host.schedule(after: .seconds(seconds)) { [weak self] in
      self?.host.requestFrame()
      self?.backUpDaily()
      self?.awaitMidnight()
    }
  }

  /// Copies the notes once a day, when the person has seen the first screen.
  package func backUpDaily() {
    guard settings.configuration.backsUpDaily else { return }
    _ = host.schedule(after: Self.safetyRest) { [weak self] in
      self?.perform("The daily backup") { try await self?.backUpIfDue() }
    }
  }

  private func backUpIfDue() async throws {
    guard !isBackingUp else { return }
    isBackingUp = true
    defer { isBackingUp = false }
    let folder = settings.directories.data + "/backups"
    let time = Timestamp(now())
    guard await BackUpNotes.isDailyDue(in: folder, at: time) else { return }
    let store = OperationStore.detached(mutation: BackUpNotes(store: client.store))
    _ = try await store.mutate(
      with: BackUpNotes.Arguments(
        path: folder + "/" + BackUpNotes.name(at: time, series: .daily),
        keptCount: Self.keptBackups))
  }

  /// Tells what is to know after a start: texts that were never stored, and, after a run that broke
  /// off, how the database is.
  ///
  /// - Parameter brokenRuns: When each run began that did not end by itself.
  package func checkLastRuns(brokenRuns: [Timestamp]) {
    perform("Looking at the last run") { [self] in
      let survivors = await EditFile.survivorCount(in: settings.directories.edit)
      if survivors > 0 {
        let texts = survivors == 1 ? "1 text is" : "\(survivors) texts are"
        messages.error("\(texts) kept in a file, not in a note: `marfa recover` lists them.")
      }
      guard let start = brokenRuns.min() else { return }
      let restored = try await restored(since: start)
      if survivors == 0 { messages.notice("The last run broke off. \(restored)") }
      let findings = try await client.store.quickCheck()
      if let first = findings.first {
        messages.error("The notes' database is damaged (\(first)). `marfa doctor` says more.")
      }
    }
  }
}

extension Application {
  /// How many notes are counted of a run that broke off.
  private static let mostRestored = 500

  /// What of a run that broke off is here: everything but what was typed in its last moment.
  private func restored(since start: Timestamp) async throws -> String {
    let edited = try await client.store.summaries(
      ListFilters(sort: .editedAt, limit: Self.mostRestored)
    ).data.prefix { $0.editedAt >= start }
    guard let last = edited.first else { return "No note was edited in it." }
    let time = timeOfDay(last.editedAt)
    if edited.count == 1 { return "Restored 1 note edited at \(time)." }
    let more = edited.count == Self.mostRestored ? " or more" : ""
    return "Restored \(edited.count)\(more) notes, the last edited at \(time)."
  }

  /// A time such as `14:02`, with its day before if that is not today.
  private func timeOfDay(_ time: Timestamp) -> String {
    let isToday = settings.calendar.isDate(time.date, inSameDayAs: now())
    return DatePattern(isToday ? "HH:mm" : "dd MMM HH:mm")
      .text(for: time.date, calendar: settings.calendar)
  }
}
