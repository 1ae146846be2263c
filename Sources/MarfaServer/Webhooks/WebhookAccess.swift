import MarfaModel

extension Webhook {
  /// What the webhook gets: what its maker may see; nil when that key was revoked.
  ///
  /// - Throws: What the lookup throws.
  func access(_ lookup: StreamAccess.Lookup) async throws -> (any StoreAccess)? {
    // Of a build that noted no makers.
    guard let ownerId else { return FullAccess() }
    return try await lookup(ownerId)
  }
}

extension WebhookHealth {
  /// The health after one more attempt.
  ///
  /// - Parameters:
  ///   - isDelivered: Whether the receiver took it.
  ///   - now: When that was.
  ///   - patience: Days without a success after which the webhook is switched off.
  /// - Returns: The health, with a reason when it is switched off.
  package func attempted(isDelivered: Bool, at now: Timestamp, patience: Int) -> WebhookHealth {
    guard !isDelivered else { return WebhookHealth() }
    let since = failingSince ?? now
    guard now >= since.adding(days: patience) else { return WebhookHealth(failingSince: since) }
    return WebhookHealth(
      failingSince: since,
      disabledReason: "No delivery succeeded in \(patience) days, since \(since.iso8601).")
  }
}
