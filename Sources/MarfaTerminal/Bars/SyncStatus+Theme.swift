import NoteFiles

extension SyncStatus.Connection {
  /// The place in a theme for it.
  var scope: String {
    switch self {
    case .live, .elsewhere: "sync.live"
    case .catchingUp, .connecting, .askedToWait: "sync.pending"
    case .offline, .paused, .manual, .readOnly: "sync.offline"
    case .serverError, .signedOut, .otherServer, .refused: "sync.error"
    }
  }
}
