extension BlobUploader.Standing {
  /// What the standing of a connection means for uploads.
  init(_ state: ConnectionState, _ obstacle: ConnectionObstacle?) {
    switch obstacle {
    case .signedOut, .paused, .otherServer, .refused, .readOnly: self = .halted
    case .serverError, .tooManyRequests, nil: self = state.isReachable ? .reachable : .unreachable
    }
  }
}
