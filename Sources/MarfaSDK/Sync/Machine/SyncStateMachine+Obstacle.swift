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
}
