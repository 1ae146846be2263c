import MarfaModel

extension APIDescription {
  private static let tus: [APIOperation.Parameter] = [
    .header("Tus-Resumable", required: true, schema: ["const": "1.0.0"])
  ]
  private static let size: JSONValue = ["type": "string", "pattern": "^[0-9]{1,18}$"]

  static let blobs: [APIOperation] = [
    APIOperation(
      method: "POST", path: "/blobs", tag: "blobs", summary: "Stores bytes under their hash.",
      isBodyOptional: true, rawBody: "application/octet-stream", answer: "Blob", status: 201),
    APIOperation(
      method: "GET", path: "/blobs/{hash}", tag: "blobs", summary: "The bytes of a blob.",
      parameters: [.header("Range")], rawAnswer: "application/octet-stream",
      otherStatuses: [206],
      bareStatuses: [304, 416]),
    APIOperation(
      method: "HEAD", path: "/blobs/{hash}", tag: "blobs", summary: "Whether a blob exists.",
      bareStatuses: [304]),
    APIOperation(
      method: "GET", path: "/blobs/{hash}/url", tag: "blobs",
      summary: "The address of a blob; this server has none.",
      parameters: [.number("ttl", 1...86_400)],
      answer: "Object"),
    APIOperation(
      method: "POST", path: "/blobs/cleanup", tag: "blobs",
      summary: "Removes blobs that nothing refers to.", parameters: [.flag("dry_run")],
      answer: "BlobUpkeep"),
    APIOperation(
      method: "POST", path: "/blobs/reconcile", tag: "blobs",
      summary: "Compares rows and files of blobs.", parameters: [.flag("dry_run")],
      answer: "BlobUpkeep"),
    APIOperation(
      method: "OPTIONS", path: "/blobs/uploads", tag: "uploads",
      summary: "What the server can do of tus 1.0.0.", status: 204),
    APIOperation(
      method: "POST", path: "/blobs/uploads", tag: "uploads", summary: "Starts an upload.",
      parameters: tus + [
        .header("Upload-Length", required: true, schema: size), .header("Upload-Metadata"),
      ],
      status: 201),
    APIOperation(
      method: "OPTIONS", path: "/blobs/uploads/{upload}", tag: "uploads",
      summary: "What the server can do of tus 1.0.0.", status: 204),
    APIOperation(
      method: "HEAD", path: "/blobs/uploads/{upload}", tag: "uploads",
      summary: "The progress of an upload.", parameters: tus),
    APIOperation(
      method: "PATCH", path: "/blobs/uploads/{upload}", tag: "uploads", summary: "Sends more.",
      parameters: tus + [
        .header("Upload-Offset", required: true, schema: size), .header("Upload-Checksum"),
      ],
      rawBody: "application/offset+octet-stream", status: 204),
    APIOperation(
      method: "DELETE", path: "/blobs/uploads/{upload}", tag: "uploads",
      summary: "Cancels an upload.", parameters: tus, status: 204),
    APIOperation(
      method: "POST", path: "/blobs/uploads/{upload}", tag: "uploads",
      summary: "Any of these with X-HTTP-Method-Override.",
      parameters: tus + [
        .header(
          "X-HTTP-Method-Override", required: true,
          schema: ["enum": ["HEAD", "PATCH", "DELETE"]])
      ],
      otherStatuses: [204]),
  ]

  static let server: [APIOperation] = [
    APIOperation(
      method: "GET", path: "/events", tag: "events", summary: "Server-sent events as they happen.",
      parameters: [
        .text("event"), .text("type"), .text("edge_type"), .header("Last-Event-ID"),
      ], rawAnswer: "text/event-stream"),
    APIOperation(
      method: "GET", path: "/keys", tag: "keys", summary: "Every key.", answer: "Keys"),
    APIOperation(
      method: "POST", path: "/keys", tag: "keys",
      summary: "Creates a key; the first without one, by the token that the server printed.",
      parameters: [.header("X-Bootstrap-Token")], body: "CreateKey", answer: "Key", status: 201),
    APIOperation(
      method: "PATCH", path: "/keys/{id}", tag: "keys", summary: "Changes a key.",
      body: "PatchKey", answer: "Key"),
    APIOperation(
      method: "DELETE", path: "/keys/{id}", tag: "keys", summary: "Revokes a key.", answer: "Ok"),
    APIOperation(
      method: "GET", path: "/webhooks", tag: "webhooks", summary: "Every webhook.",
      answer: "Webhooks"),
    APIOperation(
      method: "POST", path: "/webhooks", tag: "webhooks", summary: "Creates a webhook.",
      body: "CreateWebhook", answer: "Webhook", status: 201),
    APIOperation(
      method: "GET", path: "/webhooks/{id}", tag: "webhooks", summary: "One webhook.",
      answer: "Webhook"),
    APIOperation(
      method: "PATCH", path: "/webhooks/{id}", tag: "webhooks", summary: "Changes a webhook.",
      body: "PatchWebhook", answer: "Webhook"),
    APIOperation(
      method: "DELETE", path: "/webhooks/{id}", tag: "webhooks", summary: "Removes a webhook.",
      answer: "Ok"),
    APIOperation(
      method: "GET", path: "/webhooks/{id}/deliveries", tag: "webhooks",
      summary: "The deliveries, newest first.", answer: "Deliveries"),
    APIOperation(
      method: "GET", path: "/profile/me", tag: "profile", summary: "The owner of the space.",
      answer: "Profile"),
    APIOperation(
      method: "PATCH", path: "/profile/me", tag: "profile", summary: "Changes the profile.",
      body: "PatchProfile", answer: "Profile"),
    APIOperation(
      method: "POST", path: "/profile/me/avatar", tag: "blobs",
      summary: "Sets the picture, from a form's file or a body of image/….", rawBody: "image/*",
      answer: "Profile"),
    APIOperation(
      method: "DELETE", path: "/profile/me/avatar", tag: "profile", summary: "Removes the picture.",
      answer: "Profile"),
    APIOperation(
      method: "GET", path: "/audit", tag: "administration",
      summary: "Who made and revoked keys, purged, restored and set what, newest first.",
      parameters: [.number("limit", 1...500), .text("cursor")], answer: "Object"),
    APIOperation(
      method: "GET", path: "/tenants/current/config", tag: "administration",
      summary: "How the space is kept.", answer: "TenantConfig"),
    APIOperation(
      method: "PUT", path: "/tenants/current/config", tag: "administration",
      summary: "Sets how the space is kept; what is left out is as the server's settings say.",
      body: "TenantConfig", answer: "TenantConfig"),
    APIOperation(
      method: "POST", path: "/mutations", tag: "mutations",
      summary: "Several changes in order, in one durable commit.", body: "MutationBatch",
      answer: "MutationResults"),
    APIOperation(
      method: "GET", path: "/export", tag: "administration",
      summary: "Everything as one archive; its manifest.json names damaged blobs.",
      parameters: [.word("format", "archive")],
      rawAnswer: "application/gzip"),
    APIOperation(
      method: "POST", path: "/admin/restore-archive", tag: "administration",
      summary: "Restores an archive and reports which blobs it lacks.", rawBody: "application/gzip",
      answer: "Restored"),
    APIOperation(
      method: "GET", path: "/capabilities", tag: "server",
      summary: "What the server can do beyond the documented API.", answer: "Capabilities"),
    APIOperation(
      method: "GET", path: "/metrics", tag: "server", summary: "Counts for Prometheus.",
      rawAnswer: "text/plain"),
    APIOperation(
      method: "GET", path: "/health", tag: "server", summary: "Whether the server is ready.",
      answer: "Health", isPublic: true),
    APIOperation(
      method: "GET", path: "/openapi.json", tag: "server", summary: "This description.",
      answer: "Object", isPublic: true),
  ]
}
