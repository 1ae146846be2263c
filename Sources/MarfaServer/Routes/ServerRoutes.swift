import Hummingbird
import MarfaModel

/// What the server says of itself: `/health`, `/capabilities`, `/metrics` and `/openapi.json`.
struct ServerRoutes: RouteGroup {
  let environment: ServerEnvironment
  let metrics: ServerMetrics
  /// The description of the API; not asked for before a client does.
  let description: @Sendable () -> Response

  func register(on router: Router<ServerRequestContext>) {
    router.on(Self.health) { _, _ in
      // A store that cannot be read or written throws, which answers 5xx: alive but not ready.
      try await environment.store.checkReadiness()
      return Response.json(["status": "ok", "version": .string(ServerVersion.current)])
    }
    router.on(Self.capabilities) { _, context in
      let (identity, catalogue) = try await environment.store.snapshot(.lookup) {
        (try $0.identity(), try $0.catalogue().revision)
      }
      return Response.json(
        try environment.capabilities(of: identity, catalogue, for: context.caller()))
    }
    router.on(Self.counts) { _, context in
      try context.caller().requireAdministrator()
      let statistics = try await environment.store.statistics()
      return Response.text(
        metrics.text + Self.text(of: statistics), contentType: "text/plain; version=0.0.4")
    }
    router.on(Self.openAPI) { _, _ in description() }
  }

  private static func text(of statistics: StoreStatistics) -> String {
    let values = [
      ("marfa_items", "gauge", "Items of every state.", statistics.items),
      ("marfa_events", "gauge", "Kept events.", statistics.events),
      ("marfa_store_writes_total", "counter", "Writes.", statistics.writes),
      ("marfa_store_commits_total", "counter", "Durable commits.", statistics.commits),
    ]
    return values.map { name, kind, help, value in
      "# HELP \(name) \(help)\n# TYPE \(name) \(kind)\n\(name) \(value)\n"
    }.joined()
  }
}

extension ServerEnvironment {
  /// What the server can do beyond the documented API.
  ///
  /// - Parameters:
  ///   - identity: Who the store is.
  ///   - catalogue: The revision of its types.
  ///   - caller: Who asks.
  /// - Returns: The documented members and ours.
  func capabilities(
    of identity: StoreIdentity, _ catalogue: Int64, for caller: Credential
  ) -> JSONValue {
    let permissions = caller.permissions
    var members: [String: JSONValue] = [
      "name": "marfa-server", "version": .string(ServerVersion.current), "documents": true,
      "resumable_uploads": "tus/1.0.0", "idempotency": true,
      "server_id": .string(identity.serverId), "log_epoch": .string(identity.logEpoch),
      "key_label": .string(caller.key.label),
      // The types that come with the server are others in another version of it.
      "types_version": .string("\(ServerVersion.current)/\(catalogue)"),
    ]
    members["mutation_batch"] = .integer(Int64(settings.mutationBatch))
    members["retention_seconds"] = .integer(Int64(settings.retentionSeconds))
    for name in [
      "snapshot", "changes", "items_by_id", "blobs_known", "client_edge_ids", "return_minimal",
      "create_with_extensions", "extension_events", "tombstones", "change_devices",
      "state_devices", "conditional_purges", "attachment_merge",
    ] { members[name] = true }
    members["limits"] = .object(limits.mapValues { .integer(Int64($0)) })
    members["may"] = .object([
      "types": Self.levels(permissions.maps.types, permissions),
      "edges": Self.levels(permissions.maps.edges, permissions),
      "extensions": Self.levels(permissions.maps.extensions, permissions),
      "documents": Self.levels(permissions.maps.documents, permissions),
      "purge": .bool(permissions.isAdministrator),
    ])
    return .object(members)
  }

  private static func levels(
    _ map: [String: PermissionLevel], _ permissions: KeyPermissions
  ) -> JSONValue {
    permissions.isUnrestricted
      ? ["*": "write"] : .object(map.mapValues { .string($0.rawValue) })
  }

  /// The limits that a client must not exceed.
  private var limits: [String: Int] { requestLimits.merging(recordLimits) { first, _ in first } }

  /// What a request may be, and how many a key may make.
  private var requestLimits: [String: Int] {
    let rates = settings.rateLimits
    return [
      "body_bytes": settings.limits.bodySize, "header_bytes": settings.limits.headerSize,
      "header_fields": settings.limits.headerCount, "json_depth": settings.limits.jsonDepth,
      "blob_bytes": Int(settings.maximumBlobSize),
      "resumable_blob_bytes": Int(settings.maximumResumableBlobSize),
      "requests_per_window": rates.requests, "key_requests_per_window": rates.tightRequests,
      "upload_requests_per_window": rates.uploadRequests,
      "document_requests_per_window": rates.documentRequests,
      "window_seconds": rates.windowSeconds,
      "event_streams": EventHub.Limits(subscribers: settings.maximumSubscribers).share,
    ]
  }

  /// What a page, an item and a key may have.
  private var recordLimits: [String: Int] {
    let records = settings.recordLimits
    return [
      "document_bytes": settings.documents.documentBytes,
      "document_pack_bytes": settings.documents.packBytes,
      "document_replicas": settings.documents.replicas,
      "item_ids": RecordReader.idCount, "page_bytes": settings.readLimits.pageBytes,
      "item_edge_bytes": settings.readLimits.itemEdgeBytes,
      "event_page": settings.readLimits.eventPage,
      "blobs": settings.blobShare.count, "blob_bytes_per_key": Int(settings.blobShare.bytes),
      "atomic_bulk": records.atomicEntries, "extensions": records.extensions,
      "extension_bytes": records.extensionBytes, "batch_answer_bytes": records.batchAnswerBytes,
      "unread_bytes_per_key": settings.unreadAnswers.perKey,
      "inline_edges": records.inlineEdges, "compared_edges": records.edgeLooks,
      "uploads": settings.uploadsPerKey,
      "webhooks": records.webhooksPerKey,
      "tags": records.tags, "attachments": records.attachments,
      "attachment_title_bytes": records.attachmentTitleBytes,
      "attachment_type_bytes": records.attachmentTypeBytes,
      "key_patterns": records.keyPatterns, "webhook_names": records.webhookNames,
      "types": records.types, "type_fields": records.typeFields,
      "all_type_fields": records.allTypeFields, "type_bytes": records.typeBytes,
      "property_bytes": records.propertyBytes,
      "edge_property_bytes": records.edgePropertyBytes,
      "filter_conditions": settings.readLimits.filterConditions,
      "filter_edge_conditions": settings.readLimits.filterEdgeConditions,
      "filter_values": settings.readLimits.filterValues,
    ]
  }
}
