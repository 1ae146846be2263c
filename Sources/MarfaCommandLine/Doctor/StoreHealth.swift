import Foundation
import Glibc
import MarfaSDK
import NoteFiles

/// Looks at the notes' database: whether it opens, is sound, and what is in it.
struct StoreHealth: Sendable {
  /// The database file.
  let databasePath: String
  private let open: @Sendable () async throws -> LocalClient

  init(databasePath: String, open: @escaping @Sendable () async throws -> LocalClient) {
    self.databasePath = databasePath
    self.open = open
  }

  /// Looks, away from the caller's actor.
  ///
  /// - Returns: What was found, good and bad.
  /// - Throws: `CancellationError` only; what else goes wrong is a finding.
  @concurrent
  func checks() async throws -> [HealthCheck] {
    // Looking must not make a database.
    guard access(databasePath, F_OK) == 0 else {
      let number = errno
      return [
        number == ENOENT
          ? HealthCheck("database", .good, "\(databasePath) (created on first start)")
          : HealthCheck(
            "database", .bad, databasePath, advice: "\(SystemError.sentence(number)).")
      ]
    }
    do {
      let store = try await open().store
      let statistics = try await store.statistics()
      let findings = try await store.quickCheck()
      return [
        HealthCheck("database", .good, databasePath),
        HealthCheck("notes", .good, Self.summary(statistics)),
        HealthCheck("SQLite", .good, statistics.sqliteVersion),
        findings.isEmpty
          ? HealthCheck("integrity", .good, "no damage found")
          : HealthCheck(
            "integrity", .bad, findings.prefix(3).joined(separator: "; "),
            advice: Self.goBack),
        Self.files(try await store.blobStatistics()),
      ]
    } catch is CancellationError {
      throw CancellationError()
    } catch let error as StorageError where error.code == .corrupt {
      return [
        HealthCheck(
          "database", .bad, "\(databasePath) is damaged (\(error.detail))", advice: Self.goBack)
      ]
    } catch {
      let words = CommandFailure(error).message ?? "It cannot be opened."
      return [HealthCheck("database", .bad, databasePath, advice: words)]
    }
  }

  private static let goBack =
    "Restore a backup: `marfa backup --list` names them, `marfa backup --restore` keeps this one."

  private static func files(_ statistics: LocalStore.BlobStatistics) -> HealthCheck {
    var value = "\(statistics.count), \(ByteWords.size(statistics.byteCount))"
    if statistics.unusedCount > 0 {
      value +=
        "; \(ByteWords.size(statistics.unusedByteCount)) of \(statistics.unusedCount) that no note "
        + "has go \(LocalStore.blobGraceDays) days after they were taken away"
    }
    guard let first = statistics.missing.first else {
      return HealthCheck("attached files", .good, value)
    }
    return HealthCheck(
      "attached files", .warning, value + "; \(statistics.missing.count) missing",
      advice: "The bytes of \(first) are gone; restore a backup, or attach the file again.")
  }

  private static func summary(_ statistics: StoreStatistics) -> String {
    [
      counted(statistics.itemCount, "item"), counted(statistics.edgeCount, "link"),
      counted(statistics.tagCount, "tag"), counted(statistics.versionCount, "old version"),
      "\(statistics.byteCount >> 10) KB",
    ].joined(separator: ", ")
  }

  private static func counted(_ count: some BinaryInteger, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
  }
}
