import NoteFiles

extension SyncStatus.Connection {
  /// The place in a theme for it.
  var scope: String {
    switch self {
    case .live: "sync.live"
    case .elsewhere(let word): word.scope
    case .catchingUp, .connecting, .askedToWait: "sync.pending"
    case .offline, .paused, .manual, .readOnly: "sync.offline"
    case .serverError, .signedOut, .otherServer, .refused: "sync.error"
    }
  }
}

extension ConnectionWord {
  /// The place in a theme for another process in this state.
  fileprivate var scope: String {
    switch self {
    case .live, .readOnly: "sync.live"
    case .catchingUp, .connecting, .askedToWait: "sync.pending"
    case .offline, .paused, .manual: "sync.offline"
    case .serverError, .signedOut: "sync.error"
    }
  }
}
