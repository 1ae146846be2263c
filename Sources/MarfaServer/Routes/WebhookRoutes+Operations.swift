extension WebhookRoutes {
  static let list = APIOperation(
    method: "GET", path: "/webhooks", tag: "webhooks", summary: "Every webhook.",
    answer: "Webhooks")
  static let making = APIOperation(
    method: "POST", path: "/webhooks", tag: "webhooks", summary: "Creates a webhook.",
    body: "CreateWebhook", answer: "Webhook", status: 201)
  static let one = APIOperation(
    method: "GET", path: "/webhooks/{id}", tag: "webhooks", summary: "One webhook.",
    answer: "Webhook")
  static let patching = APIOperation(
    method: "PATCH", path: "/webhooks/{id}", tag: "webhooks", summary: "Changes a webhook.",
    body: "PatchWebhook", answer: "Webhook")
  static let removal = APIOperation(
    method: "DELETE", path: "/webhooks/{id}", tag: "webhooks", summary: "Removes a webhook.",
    answer: "Ok")
  static let deliveryList = APIOperation(
    method: "GET", path: "/webhooks/{id}/deliveries", tag: "webhooks",
    summary: "The deliveries, newest first.", answer: "Deliveries")

  static let operations = [list, making, one, patching, removal, deliveryList]
}
