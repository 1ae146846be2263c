import MarfaSDK
import Settings

/// The state of a store's connection to its server, in one word: the one rule of the status bar and
/// of `marfa status`.
package enum ConnectionWord: String, Hashable, Sendable, CaseIterable {
  /// Changes come in as they happen.
  case live
  /// What the server has is taken over, or it takes long to answer what is sent.
  case catchingUp = "catching up"
  /// The server is being reached, or answers requests and does not say what others change.
  case connecting
  /// There is no way to the server, or no program of this machine keeps one open.
  case offline
  /// There is no key, or the server does not know it.
  case signedOut = "signed out"
  /// The server answers with an error, or cannot be worked with before a person has done something.
  case serverError = "server error"
  /// The server has had too many requests, and is asked again later.
  case askedToWait = "asked to wait"
  /// A person wants no connection for now.
  case paused
  /// Nothing is exchanged before a person asks for it.
  case manual
  /// Changes come in, and the key may send none.
  case readOnly = "read-only"

  /// Chooses the word.
  ///
  /// - Parameters:
  ///   - state: The documented state of the connection; nil when nobody keeps one.
  ///   - obstacle: What keeps the client from working, by ``ConnectionObstacle/word``.
  ///   - isCaughtUp: Whether changes are exchanged as they happen: what is sent then is no catching
  ///     up, and without it nothing is live.
  ///   - hasKey: Whether there is a key.
  ///   - mode: When the person wants something to be exchanged.
  package init(
    state: ConnectionState?, obstacle: String?, isCaughtUp: Bool = false, hasKey: Bool = true,
    mode: SyncSettings.Mode = .auto
  ) {
    guard hasKey else {
      self = .signedOut
      return
    }
    guard let state else {
      self =
        switch mode {
        case .auto: .offline
        case .manual: .manual
        case .paused: .paused
        }
      return
    }
    switch obstacle {
    case "signed_out": self = .signedOut
    case "paused": self = .paused
    case "other_server", "refused", ConnectionObstacle.serverErrorWord: self = .serverError
    case ConnectionObstacle.tooManyRequestsWord: self = .askedToWait
    default:
      switch state {
      case .offline: self = .offline
      case .connecting: self = .connecting
      case .syncing where !isCaughtUp: self = .catchingUp
      case .online where !isCaughtUp: self = .connecting
      case .syncing, .online: self = obstacle == "read_only" ? .readOnly : .live
      }
    }
  }
}
