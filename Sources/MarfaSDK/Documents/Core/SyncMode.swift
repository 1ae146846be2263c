/// How a document is kept equal with the server.
public enum SyncMode: String, Hashable, CaseIterable, Sendable {
  /// Own changes go out and others' come in by themselves.
  case realtime
  /// Own changes go out by themselves; others' wait.
  case realtimePushOnly
  /// Nothing goes by itself, but who else is there is still heard.
  case realtimeSyncOff
  /// Nothing goes by itself, and the others do not see this client.
  case manual
  /// Changes go both ways from time to time, and the others do not see this client.
  case polling

  /// Whether a watch stream is kept.
  package var watches: Bool {
    switch self {
    case .realtime, .realtimePushOnly, .realtimeSyncOff: true
    case .manual, .polling: false
    }
  }

  /// Whether something is sent without being asked for.
  var sends: Bool {
    switch self {
    case .realtime, .realtimePushOnly, .polling: true
    case .realtimeSyncOff, .manual: false
    }
  }

  /// Whether what others did is taken without being asked for.
  var receives: Bool { self == .realtime || self == .polling || self == .manual }
}
