/// The body of `POST /webhooks`.
///
/// ```swift
/// let hook = CreateWebhookBody(url: "https://example.org/hook", events: ["item.created"])
/// ```
public struct CreateWebhookBody: Codable, Hashable, Sendable {
  /// Where events are posted to; `http` or `https`.
  public var url: String
  /// The names of the events; at least one.
  public var events: [String]
  /// Item types, with subtypes; any when nil.
  public var typeFilter: [String]?
  /// What bodies are signed with; made up when nil.
  public var secret: String?

  /// Without a filter it hears of items of all types.
  public init(
    url: String, events: [String], typeFilter: [String]? = nil, secret: String? = nil
  ) {
    self.url = url
    self.events = events
    self.typeFilter = typeFilter
    self.secret = secret
  }

  enum CodingKeys: String, CodingKey {
    case url, events, secret
    case typeFilter = "type_filter"
  }
}

/// The body of `PATCH /webhooks/{id}`.
public struct PatchWebhookBody: Codable, Hashable, Sendable {
  /// Where events are posted to.
  public var url: String?
  /// The names of the events.
  public var events: [String]?
  /// Item types, with subtypes.
  public var typeFilter: [String]?
  /// What bodies are signed with.
  public var secret: String?
  /// Whether events are sent.
  public var active: Bool?

  /// What is nil stays as it is.
  public init(
    url: String? = nil, events: [String]? = nil, typeFilter: [String]? = nil,
    secret: String? = nil, active: Bool? = nil
  ) {
    self.url = url
    self.events = events
    self.typeFilter = typeFilter
    self.secret = secret
    self.active = active
  }

  enum CodingKeys: String, CodingKey {
    case url, events, secret, active
    case typeFilter = "type_filter"
  }
}
