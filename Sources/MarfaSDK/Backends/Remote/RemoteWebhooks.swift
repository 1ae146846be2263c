/// Webhooks over HTTP.
struct RemoteWebhooks: WebhooksBackend {
  private struct List: Decodable { var webhooks: [Webhook] }
  private struct Deliveries: Decodable { var deliveries: [WebhookDelivery] }

  let api: RemoteAPI

  func list() async throws -> [Webhook] {
    try await api.send(.init("GET", "/webhooks"), as: List.self).webhooks
  }

  func get(id: String) async throws -> Webhook { try await api.send(.init("GET", path(id))) }

  func create(_ input: CreateWebhookBody) async throws -> Webhook {
    try await api.send(.init("POST", "/webhooks", input))
  }

  func update(id: String, _ changes: PatchWebhookBody) async throws -> Webhook {
    try await api.send(.init("PATCH", path(id), changes))
  }

  func delete(id: String) async throws { try await api.send(.init("DELETE", path(id))) }

  func deliveries(id: String) async throws -> [WebhookDelivery] {
    try await api.send(.init("GET", path(id) + "/deliveries"), as: Deliveries.self).deliveries
  }

  private func path(_ id: String) throws -> String {
    "/webhooks/" + (try PercentEncoding.segment(id))
  }
}
