import Foundation
import MarfaSDK
import Settings

/// How the notes stand with their server, from this machine alone: no server is asked.
package struct SyncStanding: Hashable, Sendable {
  /// What waits, in numbers.
  package var counts: SyncCounts
  /// How many files wait to be sent.
  package var uploads: Int
  /// The connection's word; nil for notes without a server.
  package var connection: ConnectionWord?
  /// When everything was on the server last, in milliseconds since 1970; nil for never.
  package var lastSyncedAt: Int64?
  /// When something was exchanged last, in milliseconds since 1970; nil for never.
  package var lastExchangedAt: Int64?
  /// Whether a program works with the server now, or tries to.
  package private(set) var isDriven = false
  /// Whether the last attempt to work with the server ended with everything there.
  private var isSettled = false

  /// Puts together what the store and the engine's driver say.
  ///
  /// - Parameters:
  ///   - counts: The numbers of the store.
  ///   - uploads: The number of files that wait.
  ///   - driver: What the driver of the engine said last, and whether it is there.
  ///   - hasKey: Whether there is a key for the server.
  ///   - documentsSentAt: When the server last took what was typed in a document, in milliseconds
  ///     since 1970; nil for never.
  ///   - mode: When the person wants something to be exchanged.
  package init(
    counts: SyncCounts, uploads: Int, driver: (report: EngineReport, isDriven: Bool)?, hasKey: Bool,
    documentsSentAt: Int64? = nil, mode: SyncSettings.Mode = .auto
  ) {
    (self.counts, self.uploads) = (counts, uploads)
    guard counts.server != nil else { return }
    isDriven = driver?.isDriven ?? false
    // A program that synced and has ended may have been refused.
    let isKeyUnknown = !isDriven && driver?.report.isKeyUnknown == true
    connection = ConnectionWord(
      state: isDriven ? driver.flatMap { ConnectionState(rawValue: $0.report.state) } : nil,
      obstacle: isDriven ? driver?.report.obstacle : nil,
      isCaughtUp: driver?.report.isCaughtUp == true, hasKey: hasKey && !isKeyUnknown, mode: mode)
    // With a document's change the last may have arrived, which the driver does not report.
    let arrival = counts.pending == 0 ? documentsSentAt : nil
    lastSyncedAt = driver?.report.syncedAt.map { max($0, arrival ?? $0) }
    lastExchangedAt = [driver?.report.exchangedAt, lastSyncedAt].compactMap(\.self).max()
    isSettled = driver?.report.isSettled ?? false
  }

  /// Whether the server has accepted everything that is here, as far as this machine can know.
  ///
  /// Nothing is claimed of a server that was never reached, does not know the key or is not to be
  /// worked with, that could not be reached the last time, or of which something is being taken
  /// over.
  package var isAllOnServer: Bool {
    switch connection {
    case .live, .readOnly: break
    case .offline, .paused, .manual: guard isSettled else { return false }
    case nil, .catchingUp, .connecting, .signedOut, .serverError, .askedToWait: return false
    }
    return lastSyncedAt != nil && counts.pending == 0 && uploads == 0 && counts.conflicts == 0
      && counts.refused == 0 && counts.removals == 0 && !counts.isCatchingUp
  }
}
