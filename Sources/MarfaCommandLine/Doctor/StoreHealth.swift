import Foundation
import Glibc
import MarfaSDK
import NoteFiles

/// Looks at the notes' database: whether it opens, is sound, and what is in it.
struct StoreHealth: Sendable {
  /// The database file.
  let databasePath: String
  /// Whether everything is read, however long it takes.
  let isDeep: Bool
  private let open: @Sendable () async throws -> LocalClient

  /// Bytes of a database up to which it is read as a whole unasked: a tenth of a second.
  private static let readUnasked: Int64 = 64 << 20

  init(
    databasePath: String, isDeep: Bool, open: @escaping @Sendable () async throws -> LocalClient
  ) {
    (self.databasePath, self.isDeep, self.open) = (databasePath, isDeep, open)
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
      return [
        HealthCheck("database", .good, databasePath),
        HealthCheck("notes", .good, Self.summary(statistics)),
        HealthCheck("SQLite", .good, statistics.sqliteVersion),
        try await integrity(of: store),
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

  /// Bytes of the database file; 0 where that is not known.
  private var fileSize: Int64 {
    var status = stat()
    return stat(databasePath, &status) == 0 ? Int64(status.st_size) : 0
  }

  /// Looks for damage in the pages and in what is counted, and with `isDeep` in the word index.
  private func integrity(of store: LocalStore) async throws -> HealthCheck {
    let size = fileSize
    if !isDeep, size > Self.readUnasked {
      return HealthCheck(
        "integrity", .good,
        "not read, being \(ByteWords.size(size)); `marfa doctor --deep` reads everything")
    }
    var findings = try await store.quickCheck()
    if isDeep, findings.isEmpty { findings = try await store.verifySearchIndex() }
    guard !findings.isEmpty else { return HealthCheck("integrity", .good, "no damage found") }
    return HealthCheck(
      "integrity", .bad, findings.prefix(3).joined(separator: "; "), advice: Self.goBack)
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
