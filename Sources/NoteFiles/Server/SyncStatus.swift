import Foundation
import MarfaSDK

/// How the notes stand with their server: never more than is true.
package struct SyncStatus: Hashable, Sendable {
  /// How the connection is.
  package enum Connection: Hashable, Sendable {
    /// Changes come in as they happen.
    case live
    /// What the server has is being taken over.
    case catchingUp
    /// The server is being reached.
    case connecting
    /// The server cannot be reached.
    case offline
    /// The server answers with an error of its own, which has this status.
    case serverError(Int)
    /// The server has had too many requests, and is asked again later.
    case askedToWait
    /// Another process works with the server, and stands so with it.
    case elsewhere(ConnectionWord)
    /// The server does not know the key, or there is none.
    case signedOut
    /// A person asked for it.
    case paused
    /// Nothing is exchanged before a person asks for it.
    case manual
    /// The address has another server than the notes belong to.
    case otherServer
    /// The server does not work with this client, in its words.
    case refused(String)
    /// The key may write nothing; nothing can be changed here.
    case readOnly
  }

  /// How the connection is.
  package var connection = Connection.offline
  /// When the server is asked again; nil while it is reached, or nobody will.
  package var reconnectsAt: Date?
  /// How many items a first exchange has brought so far; nil when that is not known.
  package var received: SweptItems?
  /// The address of the server.
  package var server: String
  /// How many changes the server has not accepted yet.
  package var pending = 0
  /// When the oldest of them was made.
  package var oldestPending: Date?
  /// How many of them failed ten times or more, and are tried again.
  package var stuck = 0
  /// How many files are not on the server yet, those that cannot be sent or were stopped among
  /// them.
  package var uploads = 0
  /// How many of them do not go by themselves any more: they wait for a person.
  package var failedUploads = 0
  /// How many of them the person has stopped.
  package var pausedUploads = 0
  /// How much of what goes by itself the server has, in whole percents; nil while nothing does.
  package var uploadPercent: Int?
  /// How many conflicts wait for a person.
  package var conflicts = 0
  /// How many refused changes wait for a person.
  package var refused = 0
  /// How many changes a server lacks that was set back, until the person has answered.
  package var setBack = 0
  /// How many items the server no longer shows, too many to be removed without asking.
  package var removals = 0
  /// Whether the server had no room for something that waits since.
  package var isServerFull = false
  /// When everything was last on the server, and everything from there here; nil while not known.
  package var lastSynced: Date?
  /// When something was exchanged with the server last; nil while not known.
  package var lastExchanged: Date?
  /// Whether everything was there in this run: what happened meanwhile is known then.
  package var isSyncedInThisRun = false
  /// Whether something waits, or did a moment ago, so that the screen does not claim yet that
  /// nothing does.
  package var isSettling = false

  /// What to say to somebody who wants to go on although the setting is against it.
  package static let pausedBySetting =
    "Paused by sync.mode; `marfa config set sync.mode auto` goes on."

  /// Nothing is known but the server.
  package init(server: String) { self.server = server }

  /// Whether all that was stored here is on the server.
  ///
  /// Known only while changes come in as they happen, and after everything was exchanged once.
  package var isAllOnServer: Bool {
    connection == .live && isSyncedInThisRun && !isSettling && pending == 0 && uploads == 0
      && conflicts == 0 && refused == 0 && removals == 0
  }
}

extension SyncStatus.Connection {
  /// Whether what is changed is sent as it happens.
  package var sendsAtOnce: Bool {
    switch self {
    case .live, .elsewhere(.live), .elsewhere(.catchingUp), .elsewhere(.readOnly): true
    default: false
    }
  }

  /// Makes a value of the word for the connection, with what it does not say.
  ///
  /// - Parameters:
  ///   - standing: How an engine stands with the server.
  ///   - other: How another process stands with it that works with it in place of that engine; nil
  ///     for none.
  package init(_ standing: EngineStanding, other: ConnectionWord? = nil) {
    if let other {
      self = .elsewhere(other)
      return
    }
    let word = ConnectionWord(
      state: standing.state, obstacle: standing.obstacle?.word, isCaughtUp: standing.isCaughtUp)
    switch word {
    case .live: self = .live
    case .catchingUp: self = .catchingUp
    case .connecting: self = .connecting
    case .offline: self = .offline
    case .signedOut: self = .signedOut
    case .askedToWait: self = .askedToWait
    case .paused: self = .paused
    case .manual: self = .manual
    case .readOnly: self = .readOnly
    case .serverError:
      switch standing.obstacle {
      case .otherServer: self = .otherServer
      case .refused(let message): self = .refused(message)
      case .serverError(let status): self = .serverError(status)
      default: self = .offline
      }
    }
  }

  /// Whether another process works with the server.
  package var isElsewhere: Bool { if case .elsewhere = self { true } else { false } }

  /// The word for it.
  package var word: String {
    switch self {
    case .live: "live"
    case .catchingUp: "catching up"
    case .connecting: "connecting"
    case .offline: "offline"
    case .serverError(let status): "server error \(status)"
    case .askedToWait: "asked to wait"
    case .elsewhere(let word):
      sendsAtOnce ? "another marfa syncs" : "another marfa: \(word.rawValue)"
    case .signedOut: "signed out"
    case .paused: "paused"
    case .manual: "manual"
    case .otherServer: "other server"
    case .refused: "server refuses"
    case .readOnly: "read-only"
    }
  }

  /// What a person can do about it, or what it means; empty where the word says it all.
  package var sentence: String {
    switch self {
    case .live, .catchingUp, .connecting: ""
    case .offline: "No connection; what you change waits here."
    case .serverError: "The server has a fault; what you change waits here."
    case .askedToWait: "The server asks to wait; what you change waits here."
    case .elsewhere(let word):
      sendsAtOnce
        ? "Another marfa on this machine works with the server."
        : "Another marfa: \(word.rawValue); what you change waits here."
    case .signedOut: "The server knows no key of this machine; run `marfa login`."
    case .paused: "Paused: what you change waits here."
    case .manual: "What you change waits here until you ask."
    case .otherServer:
      "Another server answers at this address; nothing is exchanged with it. `marfa login --move` "
        + "gives it the notes."
    case .refused(let words): "The server refuses: \(words)"
    case .readOnly: "The key may only read: nothing can be changed here."
    }
  }
}
