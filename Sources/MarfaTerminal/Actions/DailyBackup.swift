import Foundation
import MarfaSDK
import NoteFiles
import TerminalLayers

/// The copy of all notes that is made once a day.
@MainActor package final class DailyBackup {
  private let context: Context
  private var isRunning = false

  init(context: Context) { self.context = context }

  /// The pause after the start before files are looked at.
  private static let rest = Duration.seconds(10)
  /// How many daily backups are kept.
  private static let keptCount = 7

  /// Begins each day: counts today's notes again and backs up the notes.
  func awaitMidnight() {
    let now = context.now()
    let start = context.settings.calendar.startOfDay(for: now)
    let next = context.settings.calendar.date(byAdding: .day, value: 1, to: start) ?? now + 86_400
    let seconds = max(1, next.timeIntervalSince(now).rounded(.up))
    _ = context.host.schedule(after: .seconds(seconds)) { [weak self] in
      self?.context.host.requestFrame()
      self?.beginSoon()
      self?.awaitMidnight()
    }
  }

  /// Copies the notes once a day, when the person has seen the first screen.
  package func beginSoon() {
    guard context.settings.configuration.backsUpDaily else { return }
    _ = context.host.schedule(after: Self.rest) { [weak self] in
      self?.context.work.perform("The daily backup") { try await self?.backUpIfDue() }
    }
  }

  private func backUpIfDue() async throws {
    guard !isRunning else { return }
    isRunning = true
    defer { isRunning = false }
    let folder = context.settings.directories.data + "/backups"
    let time = Timestamp(context.now())
    guard await BackUpNotes.isDailyDue(in: folder, at: time) else { return }
    _ = try await BackUpNotes(store: context.client.store).run(
      BackUpNotes.Arguments(
        path: folder + "/" + BackUpNotes.name(at: time, series: .daily),
        keptCount: Self.keptCount))
  }
}
