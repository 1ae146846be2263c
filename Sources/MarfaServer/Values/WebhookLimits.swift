/// What a webhook may cost.
public struct WebhookLimits: Hashable, Sendable {
  /// Days without a success after which a webhook is switched off.
  public var patienceDays = 7
  /// Deliveries that may wait for a webhook; with more it is switched off.
  public var backlog = 10_000

  /// The standard limits.
  public init() {}
}
