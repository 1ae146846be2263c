/// An address that a server posts events to.
public struct Webhook: Codable, Hashable, Sendable, Identifiable {
  /// The webhook's id.
  public var id: String
  /// Where events are posted to; `http` or `https`.
  public var url: String
  /// The names of the events, in the server's order.
  public var events: [String]
  /// Item types, with their subtypes, whose events are posted; any when nil.
  public var typeFilter: [String]?
  /// The key of the posts' signature; nil where the server does not show it.
  public var secret: String?
  /// Whether events are posted.
  public var active: Bool
  /// When it was made, ISO 8601.
  public var createdAt: String
  /// When it last changed, ISO 8601.
  public var updatedAt: String

  /// A webhook as a server describes it; only the answer to its creation has the secret.
  public init(
    id: String, url: String, events: [String], typeFilter: [String]? = nil,
    secret: String? = nil, active: Bool = true, createdAt: String, updatedAt: String
  ) {
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
  }
}

/// One event on its way to one webhook.
public struct WebhookDelivery: Codable, Hashable, Sendable, Identifiable {
  /// The delivery's id.
  public var id: String
  /// The event's name.
  public var event: String
  /// `pending`, `delivered` or `failed`; a server may have other words.
  public var status: String
  /// How many attempts were made, 0 or more.
  public var attempts: Int
  /// The HTTP status of the last answer; nil without one.
  public var responseCode: Int?
  /// When it was made, ISO 8601.
  public var createdAt: String

  /// A delivery as a server describes it; no response code until one came.
  public init(
    id: String, event: String, status: String, attempts: Int, responseCode: Int? = nil,
    createdAt: String
  ) {
    self.id = id
    self.event = event
    self.status = status
    self.attempts = attempts
    self.responseCode = responseCode
    self.createdAt = createdAt
  }

  enum CodingKeys: String, CodingKey {
    case id, event, status, attempts
    case responseCode = "response_code"
    case createdAt = "created_at"
  }
}
