extension Setting {
  /// Every setting, in the order of `config print`.
  public static let all: [Setting] = listening + limits + bounds + retention

  private static let listening: [Setting] = [
    text("data", "The data folder of the server.", \.dataDirectory),
    word("host", "The address to listen on.", \.host),
    number("port", "The port to listen on; 0 chooses a free one.", in: 0...65_535, \.port),
    parsed(
      "trusted_proxies",
      "Addresses and networks of proxies whose X-Forwarded-For or Forwarded names who asks.",
      expected: "addresses and networks such as 127.0.0.1, 10.0.0.0/8", \.trustedProxies),
    choice(
      "bootstrap",
      "Who creates the first key: token asks for what the server prints, open takes anybody and "
        + "listens on loopback only.",
      \.bootstrap),
    word(
      "log_level", "The least severe level to log.",
      of: ["trace", "debug", "info", "notice", "warning", "error", "critical"], \.logLevel),
    text("tls_certificate", "The certificate chain, a PEM file.", \.tlsCertificateFile),
    text("tls_key", "The certificate's key, a PEM file.", \.tlsKeyFile),
  ]

  private static let limits: [Setting] = [
    number(
      "rate_limit", "Requests per window, key and first path segment; twice as many for GET.",
      documented: "RATE_LIMIT_MAX", in: 1...1_000_000_000, \.rateLimits.requests),
    number(
      "rate_limit_keys", "Requests per window for /keys.", in: 1...1_000_000_000,
      \.rateLimits.tightRequests),
    number(
      "rate_limit_uploads", "The same for the parts of resumable uploads.",
      in: 1...1_000_000_000, \.rateLimits.uploadRequests),
    number(
      "rate_limit_documents", "The same for /documents.", in: 1...1_000_000_000,
      \.rateLimits.documentRequests),
    number(
      "rate_limit_window_seconds", "Length of the window.",
      documented: "RATE_LIMIT_WINDOW_SECONDS", in: 1...86_400, \.rateLimits.windowSeconds),
    number(
      "max_blob_size", "Maximum bytes of a blob through POST /blobs.", documented: "MAX_BLOB_SIZE",
      in: 1...1_099_511_627_776, \.maximumBlobSize),
    number(
      "max_resumable_blob_size", "Maximum bytes of a resumable upload.",
      documented: "MAX_RESUMABLE_BLOB_SIZE", in: 1...1_099_511_627_776,
      \.maximumResumableBlobSize),
    number(
      "max_body_size", "Maximum bytes of a JSON body, decompressed.", in: 1024...1_073_741_824,
      \.limits.bodySize),
    number(
      "max_header_size", "Maximum bytes of all header fields together.", in: 1024...1_048_576,
      \.limits.headerSize),
    number(
      "max_connections", "Maximum open connections; fewer where the process may open fewer files.",
      in: 1...1_000_000, \.limits.connections),
    number("max_headers", "Maximum header fields.", in: 10...10_000, \.limits.headerCount),
    number("max_json_depth", "Maximum nesting of JSON.", in: 8...512, \.limits.jsonDepth),
    number(
      "body_timeout_seconds", "How long a JSON body may take to arrive.", in: 1...3600,
      \.limits.bodySeconds),
    number(
      "idle_timeout_seconds",
      "How long a connection may be idle between requests or while it receives an answer.",
      in: 1...3600, \.limits.idleSeconds),
    number(
      "first_request_seconds", "How long the head of a connection's first request may take.",
      in: 1...3600, \.limits.firstRequestSeconds),
    number(
      "shutdown_grace_seconds", "How long running requests may continue after SIGTERM.",
      in: 0...3600, \.shutdownGraceSeconds),
    number(
      "max_subscribers", "Maximum event streams at once.",
      documented: "MAX_SSE_SUBSCRIBERS", in: 1...100_000, \.maximumSubscribers),
    number(
      "heartbeat_seconds", "Seconds between heartbeats of an event stream.", in: 1...60,
      \.heartbeatSeconds),
    number("mutation_batch", "Maximum mutations in a batch.", in: 1...5000, \.mutationBatch),
    number(
      "max_webhooks_per_key", "Webhooks that a key has.", in: 0...10_000,
      \.recordLimits.webhooksPerKey),
    number(
      "webhook_patience_days",
      "Days without a success after which a webhook is switched off.", in: 1...365,
      \.webhooks.patienceDays),
    number(
      "webhook_backlog", "Deliveries that wait for a webhook before it is switched off.",
      in: 100...10_000_000, \.webhooks.backlog),
    flag(
      "webhook_private_targets",
      "Whether webhooks may be sent to this machine and private networks.",
      \.allowsPrivateWebhooks),
    flag(
      "strict_types", "Whether properties that a type does not declare are refused.",
      \.refusesUnknownProperties),
  ]
}
