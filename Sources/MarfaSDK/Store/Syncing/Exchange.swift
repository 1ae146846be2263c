import Foundation

/// A kind of work with the server; each consists of exchanges, one at a time.
package enum SyncWork: Hashable, Sendable, CaseIterable {
  /// Asks the server who it is.
  case identify
  /// Asks which types there are in addition to the core ones.
  case types
  /// Takes over everything that the server has.
  case sweep
  /// Asks about items that may be gone.
  case confirm
  /// Asks for the extensions of items that a person opened.
  case extensions
  /// Sends what waits in the queue.
  case drain

  /// Whether other work waits for it: without the types and extensions everything else works.
  package var isNeeded: Bool { self != .types && self != .extensions }
}

/// One request to the server, with what is needed to understand its answer.
///
/// It is made in a transaction, sent outside, and its reply is applied in a second transaction: an
/// executor decides when, and may be an actor or a simulation.
package struct Exchange: Hashable, Sendable {
  /// What the reply is about.
  package enum Subject: Hashable, Sendable {
    case identify
    case types(TypeList)
    case sweep(SweepPlace)
    case confirm(ids: [String], known: [String: ConfirmedStamp])
    case extensions(id: String, known: KnownExtensions)
    case mutation(ClaimedMutation)
    case batch([ClaimedMutation])
  }

  /// The work that it belongs to.
  package var work: SyncWork
  /// What the reply is about.
  package var subject: Subject
  /// The request.
  package var request: SyncRequest

  /// The changes that are sent with it.
  package var mutations: [ClaimedMutation] {
    switch subject {
    case .mutation(let mutation): [mutation]
    case .batch(let mutations): mutations
    case .identify, .types, .sweep, .confirm, .extensions: []
    }
  }
}

/// A list of types that a server has, in the order in which they are asked for.
package enum TypeList: Hashable, Sendable {
  case items, edges
}

/// A request as a transport takes it.
package struct SyncRequest: Hashable, Sendable {
  package var method: String
  /// Percent-encoded, with a leading `/`.
  package var path: String
  /// Names and values, not encoded.
  package var query: [URLQueryItem] = []
  package var headers: [String: String] = [:]
  /// The body; nil for none.
  package var body: [UInt8]?

  package init(
    _ method: String, _ path: String, query: [URLQueryItem] = [],
    headers: [String: String] = [:], body: JSONValue? = nil
  ) {
    (self.method, self.path, self.query, self.headers) = (method, path, query, headers)
    self.headers["Accept"] = "application/json"
    if let body {
      self.body = JSONWriter.bytes(of: body)
      self.headers["Content-Type"] = "application/json"
    }
  }
}

/// What came of a request.
package enum SyncReply: Hashable, Sendable {
  /// An answer of any status.
  case response(TransportResponse)
  /// None; nobody knows whether the server got it, unless it certainly did not. The details are
  /// those of the transport's error.
  case failure(message: String, mayHaveArrived: Bool, details: [String: JSONValue]? = nil)
}

/// What applying a reply came to.
package struct ExchangeOutcome: Sendable {
  /// How the work goes on.
  package var progress: SyncProgress
  /// What is to be reported.
  package var events: [SyncEvent] = []
  /// Whether something is not on the server although nothing waits: it was refused, or a file
  /// failed.
  package var hasLeftovers = false
  /// The items that the server described in its answers to changes, in their order.
  package var answered: [Item] = []
}

/// How some work goes on.
package enum SyncProgress: Hashable, Sendable {
  /// The server said who it is.
  case identified(Identification)
  /// There is more of the same work.
  case more
  /// Nothing of it is left.
  case done
  /// What is left waits, until a time if one is known.
  case waits(until: Timestamp?)
  /// The server has less than before: everything is exchanged from the start.
  case startsOver
  /// It failed.
  case failed(SyncFailure)
}

/// What a server that said who it is wants next.
package struct Identification: Hashable, Sendable {
  /// How to become like the server.
  package enum Start: Hashable, Sendable {
    /// Take over everything, then follow the stream.
    case snapshot
    /// Follow the stream, from a place if one is known, and take over everything page by page.
    case pages(cursor: String?)
    /// Follow the stream from a place.
    case resume(cursor: String)
  }

  package var start: Start
  /// Whether the credential may write nothing.
  package var isReadOnly = false
  /// Whether the server's types are known as they are.
  package var knowsTypes = false

  package init(start: Start, isReadOnly: Bool = false, knowsTypes: Bool = false) {
    (self.start, self.isReadOnly, self.knowsTypes) = (start, isReadOnly, knowsTypes)
  }
}

/// Why some work failed.
package enum SyncFailure: Hashable, Sendable {
  /// It may succeed later; a server may say when. The status is that of a server's answer; the
  /// details are those of the transport's error.
  case transient(
    message: String, retryAfter: Duration?, status: Int? = nil,
    details: [String: JSONValue]? = nil)
  /// The credential is not known, or no longer.
  case signedOut
  /// The address has another server than the store belongs to.
  case otherServer(String)
  /// The server refuses the work itself.
  case refused(String)
}

/// How far a sweep is, kept after each page in the page's transaction.
package struct SweepPlace: Codable, Hashable, Sendable {
  /// The lists of a sweep, in order; a snapshot has one.
  package enum Part: String, Codable, Sendable, CaseIterable {
    case snapshot, active, archived, trashed, edges

    /// The list after this one; nil at the end.
    package var next: Part? {
      switch self {
      case .snapshot, .edges: nil
      case .active: .archived
      case .archived: .trashed
      case .trashed: .edges
      }
    }
  }

  package var part: Part
  /// Where the next page begins; nil for the first.
  package var page: String?
  /// The newest event that the first part of a snapshot has in it.
  package var cursor: String?
  /// Whether the server was set back, so that older states than the known ones count.
  package var isSetBack = false
  /// Whether nothing of the server was here when it began, so that nothing can be missing at the
  /// end; nil for no.
  package var isFirst: Bool?
  /// How many items came so far.
  package var count = 0
  /// How many there are in all, as a snapshot says; nil while that is not known.
  package var total: Int?

  package init(part: Part, isSetBack: Bool = false) {
    (self.part, self.isSetBack) = (part, isSetBack)
  }
}
