import Foundation
import MarfaSDK
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
  /// - Parameter brokenRuns: How many runs did not end by themselves.
  package func checkLastRuns(brokenRuns: Int) {
    perform("Looking at the last run") { [self] in
      let survivors = await EditFile.survivorCount(in: settings.directories.edit)
      if survivors > 0 {
        let texts = survivors == 1 ? "1 text is" : "\(survivors) texts are"
        messages.error("\(texts) kept in a file, not in a note: `marfa recover` lists them.")
      }
      guard brokenRuns > 0 else { return }
      let last = try await client.store.summaries(
        ListFilters(sort: .editedAt, limit: 1)
      ).data.first
      if let last, survivors == 0 {
        messages.notice(
          "The last run broke off. The last change is here: \(last.editedAt.timeOfDay(settings)).")
      }
      let findings = try await client.store.quickCheck()
      if let first = findings.first {
        messages.error("The notes' database is damaged (\(first)). `marfa doctor` says more.")
      }
    }
  }
}

extension Timestamp {
  /// Day and time, such as `21 Nov 14:02`.
  fileprivate func timeOfDay(_ settings: ApplicationSettings) -> String {
    DatePattern("dd MMM HH:mm").text(for: date, calendar: settings.calendar)
  }
}
