/// Refuses what only a server can do, in a client without one.
private enum Unsupported {
  static func error(_ namespace: String) -> LocalModeUnsupportedError {
    LocalModeUnsupportedError(
      message: "\(namespace) needs a server; this client has only a local store.",
      details: ["namespace": .string(namespace)])
  }
}

/// Blobs without a server: every call throws `LocalModeUnsupportedError`.
struct UnsupportedBlobs: BlobsBackend {
  func upload(
    data: [UInt8], mimeType: String, onProgress: BlobsNamespace.ProgressHandler?
  ) async throws -> String {
    throw Unsupported.error("blobs")
  }

  func upload(
    file path: String, mimeType: String, onProgress: BlobsNamespace.ProgressHandler?
  ) async throws -> String {
    throw Unsupported.error("blobs")
  }

  func get(_ hash: String) async throws -> [UInt8] { throw Unsupported.error("blobs") }
  func exists(_ hash: String) async throws -> Bool { throw Unsupported.error("blobs") }
  func url(_ hash: String) async throws -> String { throw Unsupported.error("blobs") }
}

/// Types without a server: every call throws `LocalModeUnsupportedError`.
struct UnsupportedTypes: TypesBackend {
  func list() async throws -> [ItemType] { throw Unsupported.error("types") }
  func get(id: String) async throws -> ItemType { throw Unsupported.error("types") }
  func register(_ type: ItemType) async throws -> ItemType { throw Unsupported.error("types") }
  func update(_ type: ItemType) async throws -> ItemType { throw Unsupported.error("types") }
  func delete(id: String, isForced: Bool) async throws { throw Unsupported.error("types") }
}

/// Keys without a server: every call throws `LocalModeUnsupportedError`.
struct UnsupportedKeys: KeysBackend {
  func list() async throws -> [APIKey] { throw Unsupported.error("keys") }
  func create(_ input: CreateKeyBody) async throws -> CreatedKeyResponse {
    throw Unsupported.error("keys")
  }
  func update(id: String, _ changes: PatchKeyBody) async throws -> APIKey {
    throw Unsupported.error("keys")
  }
  func delete(id: String) async throws { throw Unsupported.error("keys") }
}

/// Webhooks without a server: every call throws `LocalModeUnsupportedError`.
struct UnsupportedWebhooks: WebhooksBackend {
  func list() async throws -> [Webhook] { throw Unsupported.error("webhooks") }
  func get(id: String) async throws -> Webhook { throw Unsupported.error("webhooks") }
  func create(_ input: CreateWebhookBody) async throws -> Webhook {
    throw Unsupported.error("webhooks")
  }
  func update(id: String, _ changes: PatchWebhookBody) async throws -> Webhook {
    throw Unsupported.error("webhooks")
  }
  func delete(id: String) async throws { throw Unsupported.error("webhooks") }
  func deliveries(id: String) async throws -> [WebhookDelivery] {
    throw Unsupported.error("webhooks")
  }
}
