/// Where ``WebhooksNamespace`` sends its calls; the namespace documents each of them.
package protocol WebhooksBackend: Sendable {
  /// Lists the webhooks.
  func list() async throws -> [Webhook]
  /// Reads a webhook.
  func get(id: String) async throws -> Webhook
  /// Registers a webhook.
  func create(_ input: CreateWebhookBody) async throws -> Webhook
  /// Changes a webhook.
  func update(id: String, _ changes: PatchWebhookBody) async throws -> Webhook
  /// Deletes a webhook.
  func delete(id: String) async throws
  /// Lists what was delivered to a webhook, newest first.
  func deliveries(id: String) async throws -> [WebhookDelivery]
}
