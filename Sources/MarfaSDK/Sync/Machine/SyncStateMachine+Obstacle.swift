extension SyncStateMachine {
  /// The status of a server that has had too many requests.
  private static let tooMany = 429

  /// What keeps the client from working with its server; nil when nothing does.
  package var obstacle: ConnectionObstacle? {
    switch phase {
    case .paused: .paused
    case .signedOut: .signedOut
    case .refused(let obstacle): obstacle
    case .waiting where failedStatus == Self.tooMany: .tooManyRequests
    case .waiting where failedStatus ?? 0 >= 500: failedStatus.map { .serverError(status: $0) }
    case .live where queueStatus == Self.tooMany: .tooManyRequests
    default: isReadOnly ? .readOnly : nil
    }
  }

  /// How long a server that did not know the key, or refused the client, is left alone.
  ///
  /// A minute, and twice as long each time, at most an hour: it may be a server that is being set
  /// up again, or somebody on the way to it.
  ///
  /// - Parameter failures: How often the connection failed since it was there, 1 or more.
  /// - Returns: The wait.
  package static func signInPatience(_ failures: Int) -> Duration {
    .seconds(min(60 << min(max(failures - 1, 0), 6), 3_600))
  }
}
