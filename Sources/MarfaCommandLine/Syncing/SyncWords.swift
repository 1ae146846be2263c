import Foundation
import MarfaSDK
import NoteFiles

/// Sentences about what is on the server and what is not.
package enum SyncWords {
  /// A number of changes.
  static func changes(_ count: Int) -> String { number(count, "change", "changes") }

  /// A number of things.
  static func number(_ count: Int, _ one: String, _ many: String) -> String {
    count == 1 ? "1 \(one)" : "\(count) \(many)"
  }

  /// How the notes stand, in one line.
  static func line(_ standing: SyncStanding, now: Timestamp) -> String {
    guard let connection = standing.connection else { return "stored on this machine" }
    // "offline" would blame a network that nobody has tried.
    let isUntried = connection == .offline && !standing.isDriven
    var parts = [isUntried ? "not connected" : connection.rawValue]
    parts += waiting(standing.counts, uploads: standing.uploads)
    func ago(_ time: Int64) -> String { "\(age(now.milliseconds - time)) ago" }
    if standing.isAllOnServer { parts.append("all on server") }
    if let exchanged = standing.lastExchangedAt { parts.append("synced \(ago(exchanged))") }
    if let synced = standing.lastSyncedAt {
      if !standing.isAllOnServer { parts.append("all on server last \(ago(synced))") }
    } else if standing.lastExchangedAt == nil {
      parts.append("never synced")
    }
    let line = parts.joined(separator: " · ")
    return standing.counts.isServerFull ? line + "\n" + ServerRoom.sentence : line
  }

  /// What is not on the server, each in a few words.
  ///
  /// - Parameters:
  ///   - counts: The numbers.
  ///   - uploads: All files that are not on the server; nil for those that the numbers have.
  /// - Returns: The words.
  static func waiting(_ counts: SyncCounts, uploads: Int? = nil) -> [String] {
    var parts: [String] = []
    if counts.pending > 0 { parts.append("\(counts.pending) pending") }
    let going = uploads.map { $0 - counts.failedUploads - counts.pausedUploads } ?? counts.uploads
    if going > 0 { parts.append(number(going, "upload", "uploads")) }
    if counts.pausedUploads > 0 {
      parts.append(number(counts.pausedUploads, "upload", "uploads") + " paused")
    }
    if counts.failedUploads > 0 {
      parts.append(number(counts.failedUploads, "upload", "uploads") + " failed")
    }
    if counts.conflicts > 0 { parts.append(number(counts.conflicts, "conflict", "conflicts")) }
    if counts.refused > 0 { parts.append("\(counts.refused) refused") }
    if counts.setBack > 0 { parts.append("server set back") }
    if counts.removals > 0 { parts.append("\(counts.removals) missing there") }
    if counts.isServerFull { parts.append(ServerRoom.word) }
    return parts
  }

  /// What keeps a run from being a success; nil when everything is on the server.
  ///
  /// Everything that waits for the person is named. The status is that of what the server refused,
  /// else that of a conflict or question, else that of what could not be sent yet.
  ///
  /// - Parameters:
  ///   - counts: The numbers.
  ///   - hold: The wait that the server asked for.
  ///   - reason: Why a change was not sent, in the words of the server or of this device; nil where
  ///     that is not known.
  ///   - questions: What only a person can answer.
  /// - Returns: The exit code and the words.
  static func failure(
    _ counts: SyncCounts, hold: ServerHold? = nil, reason: String? = nil,
    _ questions: ServerQuestions? = nil
  ) -> CommandFailure? {
    let troubles = refusals(counts) + conflicts(counts) + (questions?.failures ?? [])
    guard let first = troubles.first else { return unsent(counts, hold: hold, reason) }
    return CommandFailure(
      first.status, troubles.compactMap(\.message).joined(separator: "\n"))
  }

  /// What the server refused.
  private static func refusals(_ counts: SyncCounts) -> [CommandFailure] {
    var failures: [CommandFailure] = []
    if counts.refused > 0 {
      failures.append(
        CommandFailure(
          .refused,
          "The server refused \(changes(counts.refused)), kept here; `marfa refused list` says why."
        ))
    }
    if counts.failedUploads > 0 {
      failures.append(
        CommandFailure(
          .refused,
          "\(number(counts.failedUploads, "file", "files")) could not be sent; `marfa uploads` says "
            + "why."))
    }
    return failures
  }

  private static func conflicts(_ counts: SyncCounts) -> [CommandFailure] {
    guard counts.conflicts > 0 else { return [] }
    return [
      CommandFailure(
        .conflict,
        "\(number(counts.conflicts, "conflict waits", "conflicts wait")) for you; "
          + "`marfa conflicts list` shows them.")
    ]
  }

  /// What could not be sent yet; nil for nothing.
  ///
  /// - Parameters:
  ///   - counts: The numbers.
  ///   - hold: The wait that the server asked for.
  ///   - reason: Why a change was not sent; nil where that is not known.
  /// - Returns: The exit code and the words.
  package static func unsent(
    _ counts: SyncCounts, hold: ServerHold?, _ reason: String?
  ) -> CommandFailure? {
    if counts.isServerFull { return serverFull(counts, hold) }
    if counts.uploads > 0 {
      return CommandFailure(
        .offline,
        "\(number(counts.uploads, "file is", "files are")) not on the server yet; "
          + "`marfa sync --wait` tries again.")
    }
    if let paused = paused(counts) { return paused }
    if counts.pending > 0, let hold {
      return CommandFailure(
        .offline,
        CommandFailure.within(
          "\(changes(counts.pending)) not sent: the server asks to wait (\(hold.status))",
          hold.message))
    }
    guard counts.pending > 0 else { return nil }
    let unsent = number(counts.pending, "change is", "changes are") + " not on the server yet"
    guard let reason else { return CommandFailure(.offline, unsent + ".") }
    return CommandFailure(
      .offline, CommandFailure.within(unsent, reason) + " `marfa sync --wait` tries again.")
  }

  /// Why what is not on the server waits, though it goes by itself; nil where no reason is known.
  ///
  /// A reason keeps its words for as long as it is the same one.
  static func waitReason(
    _ counts: SyncCounts, hold: ServerHold?, _ uploads: [BlobUpload], _ failure: (any Error)?
  ) -> String? {
    if counts.isServerFull { return serverFull(counts, nil).message }
    if let hold {
      // “Too many requests” has no number where it is a failure either.
      let number = hold.status == 429 ? "" : " (\(hold.status))"
      return CommandFailure.within("The server asks to wait" + number, hold.message)
    }
    // Nothing is tried again until there is another key or another server.
    if failure is UnauthorizedError || failure is ForbiddenError { return nil }
    // The run ends with it.
    if let failure, CertificateProblem(failure) != nil { return nil }
    if let failure { return CommandFailure(failure).message }
    let failed = uploads.first { $0.state == .queued && $0.error != nil }
    return failed.map { CommandFailure.within("\($0.name) waits", $0.error ?? "") }
  }

  /// What to say when the time is over that a person set.
  ///
  /// - Parameters:
  ///   - seconds: The time.
  ///   - rest: What keeps things from the server; nil when everything is there.
  /// - Returns: The exit code and the words.
  static func timeIsUp(_ seconds: Int, _ rest: CommandFailure?) -> CommandFailure {
    guard let rest else {
      return CommandFailure(
        .offline,
        "After \(seconds) s it is not known whether the server has anything new; nothing waits here."
      )
    }
    let words = ["Not everything is on the server after \(seconds) s.", rest.message]
    return CommandFailure(rest.status, words.compactMap(\.self).joined(separator: " "))
  }

  /// What a person has stopped; nil for nothing.
  private static func paused(_ counts: SyncCounts) -> CommandFailure? {
    guard counts.pausedUploads > 0 else { return nil }
    return CommandFailure(
      .offline,
      number(counts.pausedUploads, "file is", "files are")
        + " paused; `marfa uploads resume --all` goes on.")
  }

  /// What waits for room on the server, and what a person can do.
  private static func serverFull(_ counts: SyncCounts, _ hold: ServerHold?) -> CommandFailure {
    let unsent =
      (counts.pending > 0 ? [changes(counts.pending)] : [])
      + (counts.uploads > 0 ? [number(counts.uploads, "file", "files")] : [])
    let words = hold.flatMap { $0.status == 507 ? " It says: " + $0.message : nil } ?? ""
    return CommandFailure(
      .offline,
      "The server has no room for \(unsent.joined(separator: " and ")), kept here. "
        + ServerRoom.advice + words)
  }

  /// A time that has passed, in its largest unit.
  private static func age(_ milliseconds: Int64) -> String {
    let seconds = max(0, milliseconds / 1000)
    switch seconds {
    case ..<60: return "\(seconds) s"
    case ..<3600: return "\(seconds / 60) min"
    case ..<86_400: return "\(seconds / 3600) h"
    default: return number(Int(seconds / 86_400), "day", "days")
    }
  }
}
