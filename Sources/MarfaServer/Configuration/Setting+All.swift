extension Setting {
  /// Every setting, in the order of `config print`.
  public static let all: [Setting] = listening + limits + retention

  private static let listening: [Setting] = [
    text("data", "The folder with everything that the server keeps.", \.dataDirectory),
    word("host", "The address to listen on; others than loopback need a key.", \.host),
    number("port", "The port to listen on; 0 takes any free one.", in: 0...65_535, \.port),
    word(
      "log_level", "The least severe level that is logged.",
      of: ["trace", "debug", "info", "notice", "warning", "error", "critical"], \.logLevel),
    text("tls_certificate", "The certificate chain, a PEM file.", \.tlsCertificateFile),
    text("tls_key", "The certificate's key, a PEM file.", \.tlsKeyFile),
  ]

  private static let limits: [Setting] = [
    number(
      "rate_limit", "Requests in a window for each key and first path segment; GET has twice.",
      documented: "RATE_LIMIT_MAX", in: 1...1_000_000_000, \.rateLimits.requests),
    number(
      "rate_limit_keys", "The same for /keys.", in: 1...1_000_000_000,
      \.rateLimits.tightRequests),
    number(
      "rate_limit_window_seconds", "How long a window is.",
      documented: "RATE_LIMIT_WINDOW_SECONDS", in: 1...86_400, \.rateLimits.windowSeconds),
    number(
      "max_blob_size", "Bytes of a blob through POST /blobs.", documented: "MAX_BLOB_SIZE",
      in: 1...1_099_511_627_776, \.maximumBlobSize),
    number(
      "max_resumable_blob_size", "Bytes of a resumable upload.",
      documented: "MAX_RESUMABLE_BLOB_SIZE", in: 1...1_099_511_627_776,
      \.maximumResumableBlobSize),
    number(
      "max_body_size", "Bytes of a body in JSON, decompressed.", in: 1024...1_073_741_824,
      \.limits.bodySize),
    number(
      "max_header_size", "Bytes of all header fields together.", in: 1024...1_048_576,
      \.limits.headerSize),
    number("max_headers", "Header fields of a request.", in: 10...10_000, \.limits.headerCount),
    number("max_json_depth", "Values within values.", in: 8...512, \.limits.jsonDepth),
    number(
      "body_timeout_seconds", "How long a body in JSON may take to arrive.", in: 1...3600,
      \.limits.bodySeconds),
    number(
      "idle_timeout_seconds",
      "How long a connection may be silent between requests, or take nothing of an answer.",
      in: 1...3600, \.limits.idleSeconds),
    number(
      "shutdown_grace_seconds", "How long requests that have begun may go on after SIGTERM.",
      in: 0...3600, \.shutdownGraceSeconds),
    number(
      "max_subscribers", "Event streams at once in this process.",
      documented: "MAX_SSE_SUBSCRIBERS", in: 1...100_000, \.maximumSubscribers),
    number(
      "heartbeat_seconds", "Seconds between heartbeats of an event stream.", in: 1...60,
      \.heartbeatSeconds),
    number("mutation_batch", "Mutations in a batch.", in: 1...5000, \.mutationBatch),
    flag(
      "strict_types", "Whether properties that a type does not know are refused.",
      \.refusesUnknownProperties),
  ]

  private static let retention: [Setting] = [
    number(
      "event_retention_days", "Days that events and first answers are kept.", in: 1...3650,
      \.eventRetentionDays),
    number(
      "event_retention_count", "Events that are kept.", in: 1000...1_000_000_000,
      \.eventRetentionCount),
    number(
      "trash_retention_days", "Days that a trashed item is kept.",
      documented: "TRASH_RETENTION_DAYS", in: 1...36_500, \.trashRetentionDays),
    number(
      "version_recent_days", "Days that every version is kept.",
      documented: "VERSION_RECENT_DAYS", in: 0...36_500, \.versionRecentDays),
    number(
      "version_daily_snapshot_days", "Days that one version a day is kept.",
      documented: "VERSION_DAILY_SNAPSHOT_DAYS", in: 0...36_500, \.versionDailyDays),
    number(
      "version_weekly_snapshot_days", "Days that one version a week is kept.",
      documented: "VERSION_WEEKLY_SNAPSHOT_DAYS", in: 0...36_500, \.versionWeeklyDays),
    number(
      "version_max_versions", "Versions of an item that are kept.",
      documented: "VERSION_MAX_VERSIONS", in: 1...100_000, \.versionMaximum),
  ]
}
