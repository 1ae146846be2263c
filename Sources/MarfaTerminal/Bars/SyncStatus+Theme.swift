import NoteFiles

extension SyncStatus.Connection {
  /// The place in a theme for it.
  var scope: String {
    switch self {
    case .live, .elsewhere: "sync.live"
    case .catchingUp, .connecting: "sync.pending"
    case .offline, .paused, .readOnly: "sync.offline"
    case .signedOut, .otherServer, .refused: "sync.error"
    }
  }
}
