extension SyncStateMachine {
  /// How long a stream may bring nothing before the queue is sent all the same.
  package static let patience = Duration.seconds(10)

  /// Whether what others change comes as it happens: a server that would say at once how far its
  /// stream goes, and does not, brings nothing.
  var hearsOthers: Bool {
    stream == .open || stream == .quiet || stream == .behind && hasSpoken
  }

  /// The state of the connection to the server.
  package var state: ConnectionState {
    switch phase {
    case .stopped, .paused, .offline, .signedOut, .refused, .waiting: .offline
    case .identifying: .connecting
    case .sweeping: .syncing
    case .live where busy != nil: .syncing
    case .live: stream == .closed || stream == .opening ? .connecting : .online
    }
  }

  /// How far the connection is.
  package enum Phase: Hashable, Sendable {
    /// Nobody wants a connection.
    case stopped
    /// A person wants none for now.
    case paused
    /// There is no way to any server.
    case offline
    /// The server does not know the credential.
    case signedOut
    /// The server cannot be worked with as it is, or as the client is.
    case refused(ConnectionObstacle)
    /// The server is asked who it is.
    case identifying
    /// What the server has is taken over.
    case sweeping
    /// The connection failed and is made again later.
    case waiting
    /// Changes are exchanged as they happen.
    case live
  }

  /// The state of the event stream.
  package enum Stream: Hashable, Sendable {
    case closed
    /// It was asked for, and the server has not answered yet.
    case opening
    /// The server has not agreed to it in time, or has said nothing since, and requests go through
    /// all the same: changes of others do not come as they happen.
    case silent
    /// It is open, and what it has announced does not come: the key may not see that.
    case quiet
    /// It brings what happened before it was opened; nothing is sent until that is known here.
    case behind
    case open

    /// Whether changes may be sent.
    var letsSend: Bool { self == .open || self == .silent || self == .quiet }

    /// Whether its next word is news about it.
    var isAwaited: Bool { self == .opening || self == .silent || self == .quiet }
  }

  /// What a machine waits for.
  package enum Timer: Hashable, Sendable, CaseIterable {
    /// The connection is made again.
    case reconnect
    /// A burst of changes is over.
    case debounce
    /// A change that failed may be sent again.
    case queueRetry
    /// The stream has had its time.
    case streamPatience
  }

  /// How long a timer waits.
  package enum Wait: Hashable, Sendable {
    /// As long as the client's configuration says.
    case debounce
    /// A random part of a time that doubles with each failure, 1 or more.
    case backoff(failures: Int)
    case duration(Duration)
    /// Until a moment of the wall clock.
    case until(Timestamp)
  }

  /// What happened.
  package enum Event: Hashable, Sendable {
    case start
    case stop
    case pause
    case resume
    /// There is another credential.
    case signedIn
    case pathChanged(isReachable: Bool)
    /// Somebody changed something.
    case queued
    /// Somebody opened an item.
    case opened
    case progress(SyncWork, SyncProgress, connection: Int)
    /// The server agreed to the stream, or it said its first word; whether it has yet to bring what
    /// is older than itself, as far as the server says so.
    case streamOpened(isBehind: Bool = false, connection: Int)
    /// Events were applied.
    case streamApplied(
      hasDoubts: Bool, needsSweep: Bool, isBehind: Bool = false, connection: Int)
    case streamEnded(SyncFailure?, connection: Int)
    case timer(Timer)
  }

  /// What is to be done.
  package enum Action: Hashable, Sendable {
    /// One exchange of some work.
    case perform(SyncWork, connection: Int)
    /// Follow the stream from the place that the store knows.
    case openStream(connection: Int)
    case closeStream
    case set(Timer, Wait)
    case cancel(Timer)
    /// Let changes that failed be sent at once: the server is back.
    case releaseWaits
    case publish(ConnectionState)
    /// Report that everything is on the server.
    case tellSynced
    /// Report a failure.
    case tell(SyncFailure)
  }
}
