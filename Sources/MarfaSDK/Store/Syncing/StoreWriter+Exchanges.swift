import Foundation
import GRDB

/// How a client wants to work with its server.
package struct SyncPolicy: Sendable {
  /// The server's address.
  package var url: String
  /// Who settles a conflict of a change that does not say.
  package var conflict: ConflictStrategy
  /// Whether edits of a text in different places are merged, without a copy.
  package var mergesDisjointTexts: Bool
  /// How often a change is sent at most; nil for as often as it takes.
  package var maximumAttempts: Int?
  /// A random number from 0 up to but not including 1.
  package var fraction: @Sendable () -> Double

  package init(
    url: String, conflict: ConflictStrategy = .auto,
    mergesDisjointTexts: Bool = false, maximumAttempts: Int? = nil,
    fraction: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
  ) {
    (self.url, self.conflict) = (url, conflict)
    self.mergesDisjointTexts = mergesDisjointTexts
    (self.maximumAttempts, self.fraction) = (maximumAttempts, fraction)
  }

  /// When a change that failed is sent again: after at most 1 s, doubled each time, at most 60 s,
  /// or when the server said.
  func nextAttempt(after attempts: Int, retryAfter: Duration?, now: Int64) -> Int64 {
    let policy = RetryPolicy(maximumAttempts: .max)
    let delay =
      policy.delay(afterAttempts: attempts, retryAfter: retryAfter, fraction: fraction())
      ?? policy.cap
    let (seconds, attoseconds) = delay.components
    return now + seconds * 1000 + attoseconds / 1_000_000_000_000_000
  }
}

extension SyncState {
  static let cursor = "cursor"
  /// The name of the row with how many items are asked about at once, where the server takes fewer
  /// than usual.
  static let doubtfulPage = "doubtful_page"
  static let sweep = "sweep"
  static let profile = "profile"
  private static let profiles = LastDecoded<ServerProfile>()

  /// What the server can do, as it said last.
  func readProfile() throws -> ServerProfile {
    try value(Self.profile).map(Self.profiles.value) ?? ServerProfile()
  }

  /// How far a sweep is; nil when there is none.
  func readSweep() throws -> SweepPlace? {
    try value(Self.sweep).map { try StoredJSON.value(SweepPlace.self, $0) }
  }
}

extension StoreWriter {
  var syncState: SyncState { SyncState(db: db) }

  /// The next exchange of some work; nil when nothing of it is left.
  func nextExchange(_ work: SyncWork) throws -> Exchange? {
    switch work {
    case .identify:
      return Exchange(
        work: work, subject: .identify, request: SyncRequest("GET", "/capabilities"))
    case .types: return try typesExchange()
    case .sweep:
      try forgetHeard()
      return try syncState.readSweep().map { Self.sweepExchange($0) }
    case .confirm:
      try forgetHeard()
      return try confirmExchange()
    case .extensions: return try extensionsExchange()
    case .drain: return try drainExchange()
    }
  }

  /// Applies the reply to an exchange, in this transaction; a page in it may have been read before.
  func settle(
    _ exchange: Exchange, _ reply: SyncReply, _ policy: SyncPolicy, _ page: SweepPage? = nil
  ) throws -> ExchangeOutcome {
    var outcome = try outcome(of: exchange, reply, policy, page)
    outcome.events += dropped
    return outcome
  }

  private func outcome(
    of exchange: Exchange, _ reply: SyncReply, _ policy: SyncPolicy, _ page: SweepPage?
  ) throws -> ExchangeOutcome {
    let response: TransportResponse
    switch reply {
    case .failure(let message, _, let details):
      let failure = SyncFailure.transient(message: message, retryAfter: nil, details: details)
      return try fail(failure, of: exchange.mutations, policy)
    case .response(let answer): response = answer
    }
    try keepSkew(of: response)
    if response.status == 401, !response.isForeign {
      return try fail(.signedOut, of: exchange.mutations, policy)
    }
    if RetryPolicy.isTransient(status: response.status), exchange.work.isNeeded {
      let message = response.error()?.message ?? "The server answered \(response.status)."
      try hold(response.status, message, retryAfter: response.retryAfter, policy)
      return try fail(
        .transient(message: message, retryAfter: response.retryAfter, status: response.status),
        of: exchange.mutations, policy)
    }
    switch exchange.subject {
    case .identify: return try settleIdentification(response, policy)
    case .types(let list): return try settleTypes(list, response)
    case .sweep(let place): return try settleSweep(place, response, page)
    case .confirm(let ids, let known):
      return try settleConfirmation(ids, known: known, response)
    case .extensions(let id, let known): return try settleExtensions(of: id, known, response)
    case .mutation(let mutation):
      return try settleMutations([(mutation, MutationReply(response))], policy)
    case .batch(let mutations): return try settleBatch(mutations, response, policy)
    }
  }

  /// What a failure of an exchange as a whole comes to; changes that were on their way wait.
  func fail(
    _ failure: SyncFailure, of sent: [ClaimedMutation], _ policy: SyncPolicy
  ) throws -> ExchangeOutcome {
    guard case .transient(let message, let retryAfter, _, _) = failure else {
      for mutation in sent { try release(mutation.id) }
      return ExchangeOutcome(progress: .failed(failure))
    }
    var events: [SyncEvent] = []
    for mutation in sent {
      guard let row = try QueueTable(db: db).row(id: mutation.id) else { continue }
      let error = NetworkError(message: message)
      events += try postpone(row, error, retryAfter: retryAfter, policy)
    }
    return ExchangeOutcome(progress: .failed(failure), events: events)
  }

  // MARK: - Who the server is

  private func settleIdentification(
    _ response: TransportResponse, _ policy: SyncPolicy
  ) throws -> ExchangeOutcome {
    let profile: ServerProfile
    switch Introduction(response, at: policy.url) {
    case .profile(let read): profile = read
    case .failed(let failure): return ExchangeOutcome(progress: .failed(failure))
    }
    let known = try syncState.readServer()
    // A server that once gave its id always gives it. An answer without it is somebody else's:
    // nothing is sent there, and nothing is taken over.
    if known?.serverId != nil, profile.serverId == nil {
      return ExchangeOutcome(
        progress: .failed(
          .transient(message: response.foreignWords(at: policy.url), retryAfter: nil)))
    }
    if let was = known?.serverId, let serverId = profile.serverId, was != serverId {
      return ExchangeOutcome(progress: .failed(.otherServer(serverId)))
    }
    let formerProfile = try syncState.readProfile()
    let former = formerProfile.rights
    // A newer server, or another key, may accept what was refused.
    if profile != formerProfile { try syncState.set(SyncState.keepsNoOrigins, to: nil) }
    try keep(profile, of: known, policy)
    let isSetBack =
      known?.logEpoch != nil && profile.logEpoch != nil && known?.logEpoch != profile.logEpoch
    if isSetBack { try syncState.set(SyncState.cursor, to: nil) }
    // Other rights show other items, which no event reports.
    if !isSetBack, let former, former != profile.rights { try beginSweep() }
    let isReadOnly = profile.rights.map { !$0.mayWrite } ?? false
    return ExchangeOutcome(
      progress: .identified(
        Identification(
          start: try start(profile, isSetBack: isSetBack), isReadOnly: isReadOnly,
          knowsTypes: try knowsTypes(of: profile))))
  }

  /// Keeps what a server said of itself, and ends what it does not offer any more.
  private func keep(
    _ profile: ServerProfile, of known: ServerIdentity?, _ policy: SyncPolicy
  ) throws {
    try connect(
      to: ServerIdentity(
        url: known?.url ?? policy.url, serverId: profile.serverId ?? known?.serverId,
        logEpoch: profile.logEpoch ?? known?.logEpoch))
    try syncState.keep(profile, as: SyncState.profile)
    try syncState.set(SyncState.asks, to: policy.conflict == .manual ? "1" : nil)
    if let limits = profile.limits {
      try syncState.keep(limits, as: SyncState.rights)
    } else {
      try syncState.set(SyncState.rights, to: nil)
    }
    if profile.offersDocuments != true { try releaseDocuments() }
  }

  private func start(
    _ profile: ServerProfile, isSetBack: Bool
  ) throws -> Identification.Start {
    let cursor = try syncState.value(SyncState.cursor)
    let place = try syncState.readSweep()
    if place == nil, let cursor, !isSetBack { return .resume(cursor: cursor) }
    // Without a place in the stream nothing says what has changed on the pages that were read.
    let isOutdated = !profile.hasSnapshot && cursor == nil
    if place == nil || isSetBack || isOutdated
      || (place?.part == .snapshot) != profile.hasSnapshot
    {
      try beginSweep(isSetBack: isSetBack || place?.isSetBack == true)
    }
    return profile.hasSnapshot ? .snapshot : .pages(cursor: cursor)
  }
}

extension LocalStore {
  /// Makes the next exchange of some work; what is sent with it is claimed in the same transaction.
  ///
  /// - Parameters:
  ///   - work: The work.
  ///   - ids: Claimed changes whose answer could not be written: they may be sent again.
  /// - Returns: The exchange, and what is to be reported at once; when it is nil, also what is
  ///   left.
  /// - Throws: `StorageError`; nothing is claimed then.
  package func nextExchange(
    _ work: SyncWork, releasing ids: Set<String> = []
  ) async throws -> (exchange: Exchange?, rest: ExchangeOutcome) {
    try await writeBriefly(as: .server) { writer in
      for id in ids { try writer.release(id) }
      let exchange = try writer.nextExchange(work)
      var rest = ExchangeOutcome(progress: .done, events: writer.dropped)
      if exchange == nil, work == .drain {
        rest.progress = try writer.queueRest()
        rest.hasLeftovers = try writer.hasLeftovers()
      }
      return (exchange, rest)
    }
  }

  /// Applies the reply to an exchange, in one transaction.
  ///
  /// - Parameters:
  ///   - exchange: What was asked.
  ///   - reply: What came of it.
  ///   - policy: How the client wants to work.
  /// - Returns: How the work goes on, and what is to be reported.
  /// - Throws: `StorageError`; nothing is written then.
  package func settle(
    _ exchange: Exchange, _ reply: SyncReply, _ policy: SyncPolicy
  ) async throws -> ExchangeOutcome {
    try await settle(exchange, reply, policy, exchange.page(in: reply))
  }

  /// The same, with the page of a sweep that was read from the reply.
  func settle(
    _ exchange: Exchange, _ reply: SyncReply, _ policy: SyncPolicy, _ page: SweepPage?
  ) async throws -> ExchangeOutcome {
    try await writeBriefly(as: .server) { try $0.settle(exchange, reply, policy, page) }
  }
}

/// What a server says of itself when it is asked.
private enum Introduction {
  case profile(ServerProfile)
  case failed(SyncFailure)

  /// Reads an answer; a server that has only the documented API answers 404.
  init(_ response: TransportResponse, at url: String) {
    switch response.status {
    case 404: self = .profile(ServerProfile())
    case 200:
      // Where it stops being JSON helps nobody.
      if let json = try? JSONParser.parse(response.body) {
        self = .profile(ServerProfile(json: json))
      } else {
        self = .failed(.transient(message: response.foreignWords(at: url), retryAfter: nil))
      }
    case _ where response.isForeign:
      self = .failed(.transient(message: response.foreignWords(at: url), retryAfter: nil))
    default: self = .failed(StoreWriter.failure(of: response))
    }
  }
}
