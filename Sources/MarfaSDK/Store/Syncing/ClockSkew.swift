import GRDB

/// How far this machine's clock is from the server's, as the last answer with a `Date` showed.
package struct ClockSkew: Hashable, Sendable {
  /// How far this clock is ahead of the server's, in milliseconds; negative when it is behind.
  package var milliseconds: Int64

  package init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// Differences up to five minutes are not worth a word, in milliseconds.
  package static let tolerance: Int64 = 300_000

  /// Whether the difference is large enough to be reported.
  package var isNotable: Bool { milliseconds.magnitude > Self.tolerance.magnitude }

  /// Compares the date of an answer with a moment; nil for an answer without a readable one.
  init?(date: String?, now: Int64) {
    guard let date, let server = HTTPDate.milliseconds(of: date) else { return nil }
    milliseconds = now - server
  }
}

extension SyncState {
  static let clockSkew = "clock_skew"
}

extension StoreWriter {
  /// Keeps how far the clocks are apart.
  func keepSkew(of response: TransportResponse) throws {
    guard let skew = ClockSkew(date: response.headers["date"], now: now) else { return }
    try syncState.set(SyncState.clockSkew, to: skew.isNotable ? String(skew.milliseconds) : nil)
  }
}

extension LocalStore {
  /// How far this machine's clock is from the server's; nil when it is right, or nobody knows.
  ///
  /// - Returns: The difference, of more than five minutes.
  /// - Throws: `StorageError`.
  package func clockSkew() async throws -> ClockSkew? {
    try await readBriefly { db in
      try SyncState(db: db).value(SyncState.clockSkew).flatMap { Int64($0) }
        .map { ClockSkew(milliseconds: $0) }
    }
  }
}
