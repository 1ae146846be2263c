/// Manages the webhooks of a server; needs one.
///
/// ```swift
/// let webhook = try await client.webhooks.create(
///   CreateWebhookBody(url: "https://example.org/hook", events: ["item.created"]))
/// show(try await client.webhooks.deliveries(id: webhook.id).count)
/// ```
public struct WebhooksNamespace: Sendable {
  let backend: any WebhooksBackend

  /// Lists the webhooks.
  ///
  /// - Returns: The webhooks, in the server's order.
  /// - Throws: `LocalModeUnsupportedError` without a server, `ForbiddenError` or `NetworkError`.
  public func list() async throws -> [Webhook] {
    try await backend.list()
  }

  /// Reads a webhook.
  ///
  /// - Parameter id: The webhook's id.
  /// - Returns: The webhook.
  /// - Throws: `LocalModeUnsupportedError` without a server, `NotFoundError` or `NetworkError`.
  public func get(id: String) async throws -> Webhook {
    try await backend.get(id: id)
  }

  /// Registers a webhook.
  ///
  /// - Parameter input: Where events are posted to, and which.
  /// - Returns: The webhook as it is stored, with the secret that signs its posts.
  /// - Throws: `LocalModeUnsupportedError` without a server; `ValidationError` or
  ///   `ForbiddenError`, and nothing is registered; `NetworkError`.
  @discardableResult
  public func create(_ input: CreateWebhookBody) async throws -> Webhook {
    try await backend.create(input)
  }

  /// Changes a webhook.
  ///
  /// - Parameters:
  ///   - id: The webhook's id.
  ///   - changes: What changes.
  /// - Returns: The webhook as it is now.
  /// - Throws: `LocalModeUnsupportedError` without a server; `NotFoundError` or
  ///   `ValidationError`, and nothing is changed; `NetworkError`.
  @discardableResult
  public func update(id: String, _ changes: PatchWebhookBody) async throws -> Webhook {
    try await backend.update(id: id, changes)
  }

  /// Deletes a webhook.
  ///
  /// - Parameter id: The webhook's id.
  /// - Throws: `LocalModeUnsupportedError` without a server, `NotFoundError` or `NetworkError`.
  public func delete(id: String) async throws {
    try await backend.delete(id: id)
  }

  /// Lists what was delivered to a webhook.
  ///
  /// - Parameter id: The webhook's id.
  /// - Returns: The deliveries, newest first.
  /// - Throws: `LocalModeUnsupportedError` without a server, `NotFoundError` or `NetworkError`.
  public func deliveries(id: String) async throws -> [WebhookDelivery] {
    try await backend.deliveries(id: id)
  }
}
