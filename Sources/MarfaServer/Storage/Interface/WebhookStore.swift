import MarfaModel

/// Deliveries of events to webhooks; the webhooks themselves are mutations and queries.
///
/// - Throws: Each method: `StoreFailure`, and the errors that are named at it.
public protocol WebhookStore: Sendable {
  /// Webhooks that are active, for turning events into deliveries.
  func activeWebhooks() async throws -> [Webhook]
  /// The webhook of an id; nil when there is none.
  func webhook(id: String) async throws -> Webhook?
  /// The newest event that has been turned into deliveries.
  func deliveryCursor() async throws -> Int64
  /// Adds deliveries and moves the cursor, so that no event is delivered twice or never.
  ///
  /// Nothing happens when the cursor is not at `start` any more: another process was faster.
  ///
  /// - Returns: Whether they were added.
  func addDeliveries(
    _ deliveries: [WebhookDelivery], from start: Int64, through end: Int64
  ) async throws -> Bool
  /// Pending deliveries that are due, of each webhook the earliest; at most `limit` of each.
  func dueDeliveries(at now: Timestamp, ofEach limit: Int) async throws -> [WebhookDelivery]
  /// When the first pending delivery after a moment is due; nil when there is none.
  func nextDeliveryTime(after moment: Timestamp) async throws -> Timestamp?
  /// How many deliveries of a webhook are pending, counted up to a limit.
  func pendingDeliveries(ofWebhook id: String, upTo limit: Int) async throws -> Int
  /// Notes how a webhook's receiver does; one with a reason is switched off, and what waited for it
  /// has failed.
  func setHealth(_ health: WebhookHealth, ofWebhook id: String) async throws
  /// Replaces status, attempts, answer and due time of a delivery; an unknown one is ignored.
  func updateDelivery(_ delivery: WebhookDelivery) async throws
  /// Deliveries of a webhook, newest first; at most `limit`.
  ///
  /// - Throws: `NotFoundError` with `webhook_not_found`.
  func deliveries(ofWebhook id: String, limit: Int) async throws -> [WebhookDelivery]
  /// Forgets deliveries that were made before and are not pending.
  @discardableResult
  func pruneDeliveries(before horizon: Timestamp) async throws -> Int
}

/// What is given to make a webhook.
public struct NewWebhook: Hashable, Sendable {
  /// Where events are posted to; validated by the caller.
  public var url: String
  /// Names of events; one or more.
  public var events: [String]
  /// Types, with subtypes; any when nil.
  public var typeFilter: [String]?
  /// What signs the posts; the caller makes one when the client gave none.
  public var secret: String

  /// Takes each part as it is.
  public init(url: String, events: [String], typeFilter: [String]? = nil, secret: String) {
    self.url = url
    self.events = events
    self.typeFilter = typeFilter
    self.secret = secret
  }
}

/// How the receiver of a webhook does.
public struct WebhookHealth: Hashable, Sendable {
  /// Since when no delivery succeeded; nil when the last one did.
  public var failingSince: Timestamp?
  /// Why the webhook was switched off; nil unless the server did so.
  public var disabledReason: String?

  /// By default the state of a receiver that answers.
  public init(failingSince: Timestamp? = nil, disabledReason: String? = nil) {
    self.failingSince = failingSince
    self.disabledReason = disabledReason
  }
}

/// A receiver of events.
public struct Webhook: Codable, Hashable, Sendable, Identifiable {
  /// The webhook's id.
  public var id: String
  /// Where events are posted to.
  public var url: String
  /// Names of events.
  public var events: [String]
  /// Types, with subtypes; any when nil.
  public var typeFilter: [String]?
  /// What signs the posts.
  public var secret: String
  /// Whether events are posted at all.
  public var active: Bool
  /// When it was made, ISO 8601.
  public var createdAt: String
  /// When it last changed, ISO 8601.
  public var updatedAt: String
  /// The key that made it or last changed its url, whose rights decide what it gets; nil for one of
  /// a build that noted no makers, which gets everything.
  public var ownerId: String?
  /// Since when no delivery succeeded, in milliseconds since 1970; nil when the last one did.
  public var failingSince: Int64?
  /// Why the server switched it off; nil when it did not.
  public var disabledReason: String?

  /// How the receiver does.
  public var health: WebhookHealth {
    WebhookHealth(
      failingSince: failingSince.map(Timestamp.init(milliseconds:)), disabledReason: disabledReason)
  }

  /// Takes each part as it is.
  public init(
    id: String, url: String, events: [String], typeFilter: [String]?, secret: String,
    active: Bool = true, createdAt: String, updatedAt: String, ownerId: String? = nil,
    health: WebhookHealth = WebhookHealth()
  ) {
    self.ownerId = ownerId
    failingSince = health.failingSince?.milliseconds
    disabledReason = health.disabledReason
    self.id = id
    self.url = url
    self.events = events
    self.typeFilter = typeFilter
    self.secret = secret
    self.active = active
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }

  enum CodingKeys: String, CodingKey {
    case id, url, events, secret, active
    case typeFilter = "type_filter"
    case createdAt = "created_at"
    case updatedAt = "updated_at"
    case ownerId = "owner_id"
    case failingSince = "failing_since"
    case disabledReason = "disabled_reason"
  }
}

/// One event on its way to one webhook.
public struct WebhookDelivery: Hashable, Sendable, Identifiable {
  /// How far a delivery is.
  public enum Status: String, Hashable, Sendable, CaseIterable {
    /// It will be tried, or tried again.
    case pending
    /// It was accepted.
    case delivered
    /// Every attempt failed.
    case failed
  }

  /// The delivery's id.
  public var id: String
  /// The webhook.
  public var webhookId: String
  /// The event's id.
  public var eventId: Int64
  /// The event's name.
  public var event: String
  /// What is posted; empty for what the log has, which is most.
  public var body: String
  /// Where it is.
  public var status: Status
  /// How many attempts were made.
  public var attempts: Int
  /// The status of the last answer; nil without one.
  public var responseCode: Int?
  /// When it was made.
  public var createdAt: Timestamp
  /// When it is tried next.
  public var dueAt: Timestamp

  /// Takes each part as it is.
  public init(
    id: String, webhookId: String, eventId: Int64, event: String, body: String,
    status: Status = .pending, attempts: Int = 0, responseCode: Int? = nil,
    createdAt: Timestamp, dueAt: Timestamp
  ) {
    self.id = id
    self.webhookId = webhookId
    self.eventId = eventId
    self.event = event
    self.body = body
    self.status = status
    self.attempts = attempts
    self.responseCode = responseCode
    self.createdAt = createdAt
    self.dueAt = dueAt
  }
}
