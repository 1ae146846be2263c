extension Setting {
  /// What one item may hold, one request may cost and one key may have.
  static let bounds: [Setting] = [
    number(
      "min_free_space", "Bytes of the disk that stay free; 0 takes all.",
      in: 0...1_099_511_627_776, \.minimumFreeSpace),
    number("max_tags", "Tags of an item.", in: 1...100_000, \.recordLimits.tags),
    number(
      "max_attachments", "Attachments of an item.", in: 1...100_000, \.recordLimits.attachments),
    number(
      "max_attachment_title", "Bytes of an attachment's title.", in: 1...1_048_576,
      \.recordLimits.attachmentTitleBytes),
    number(
      "max_attachment_type", "Bytes of an attachment's media type, and of its role.",
      in: 1...1_048_576, \.recordLimits.attachmentTypeBytes),
    number(
      "max_property_size", "Bytes of an item's properties as JSON.", in: 1024...1_073_741_824,
      \.recordLimits.propertyBytes),
    number(
      "max_edge_property_size", "Bytes of an edge's properties as JSON.",
      in: 1024...1_073_741_824, \.recordLimits.edgePropertyBytes),
    number(
      "max_extensions", "Extensions of an item.", in: 1...100_000, \.recordLimits.extensions),
    number(
      "max_extension_bytes", "Bytes of an item's extensions together.",
      in: 102_400...1_073_741_824, \.recordLimits.extensionBytes),
    number(
      "max_inline_edges", "Inline edges of a request, and edges that it makes and takes away.",
      in: 1...100_000, \.recordLimits.inlineEdges),
    number(
      "max_compared_edges", "Edges of one type that a new set of them is compared with.",
      in: 1...100_000, \.recordLimits.edgeLooks),
    number(
      "max_key_patterns", "Patterns of a key's permissions together.", in: 1...100_000,
      \.recordLimits.keyPatterns),
    number(
      "max_webhook_names", "Events, and types, that a webhook names.", in: 1...10_000,
      \.recordLimits.webhookNames),
    number(
      "max_types", "Types that are registered, and as many edge types.", in: 0...100_000,
      \.recordLimits.types),
    number(
      "max_type_fields", "Fields of a registered type.", in: 1...100_000,
      \.recordLimits.typeFields),
    number(
      "max_all_type_fields", "Fields of all registered types together.", in: 1...10_000_000,
      \.recordLimits.allTypeFields),
    number(
      "max_type_size", "Bytes of a registered type as JSON.", in: 1024...16_777_216,
      \.recordLimits.typeBytes),
    number(
      "max_atomic_bulk", "Entries of a bulk request that is written as a whole or not at all.",
      in: 1...5000, \.recordLimits.atomicEntries),
    number(
      "batch_answer_bytes", "Bytes of a batch's answers; those that have no room are short.",
      in: 0...1_073_741_824, \.recordLimits.batchAnswerBytes),
    number(
      "unread_bytes_per_key",
      "Bytes of long answers that a key's clients have not read, after which it gets 429.",
      in: 65_536...1_099_511_627_776, \.unreadAnswers.perKey),
    number(
      "unread_bytes", "The same of all keys together, after which everybody gets 503.",
      in: 65_536...1_099_511_627_776, \.unreadAnswers.all),
    number(
      "slice_entries",
      "Entries of a batch, bulk, pack or upkeep after which others have their turn.", in: 1...5000,
      \.recordLimits.sliceEntries),
    number(
      "page_bytes", "Bytes after which a page ends with has_more.", in: 65_536...67_108_864,
      \.readLimits.pageBytes),
    number(
      "item_edge_bytes", "Bytes of the edges that come with an item, which end with has_more then.",
      in: 65_536...67_108_864, \.readLimits.itemEdgeBytes),
    number(
      "event_page",
      "Events of a page of GET /changes, and of what an event stream reads at a time.",
      in: 1...10_000, \.readLimits.eventPage),
    number(
      "max_filter_conditions", "Conditions of a filter.", in: 1...200,
      \.readLimits.filterConditions),
    number(
      "max_filter_edge_conditions", "Conditions of a filter that are about edges.", in: 0...50,
      \.readLimits.filterEdgeConditions),
    number(
      "max_filter_values", "Values of a filter's lists together.", in: 1...10_000,
      \.readLimits.filterValues),
    number(
      "max_uploads_per_key", "Uploads that a key has under way.", in: 1...100_000,
      \.uploadsPerKey),
    number(
      "max_blobs_per_key", "Blobs of those that are there which a key brought.",
      in: 1...1_000_000_000, \.blobShare.count),
    number(
      "max_blob_bytes_per_key", "Bytes of those blobs together.",
      in: 1...1_125_899_906_842_624, \.blobShare.bytes),
    number(
      "max_document_size", "Bytes of a document as it is stored.", in: 65_536...268_435_456,
      \.documents.documentBytes),
    number(
      "max_document_replicas", "Clients that are attached to a document.", in: 1...10_000,
      \.documents.replicas),
    number(
      "document_publish_window",
      "Milliseconds in which changes of documents are gathered before watchers get them.",
      in: 0...10_000, \.documents.publishWindowMilliseconds),
  ]

  /// How long and how much of what happened is kept.
  static let retention: [Setting] = [
    number(
      "event_retention_days", "Days that events and first answers are kept.", in: 1...3650,
      \.eventRetentionDays),
    number(
      "event_retention_count", "Events that are kept.", in: 1000...1_000_000_000,
      \.eventRetentionCount),
    number(
      "event_bytes", "Bytes of events that are kept.", in: 1_048_576...1_099_511_627_776,
      \.logLimits.eventBytes),
    number(
      "idempotency_bytes", "Bytes of first answers that are kept.",
      in: 1_048_576...1_099_511_627_776, \.logLimits.answerBytes),
    number(
      "history_factor", "How many times its largest version the history of an item may weigh.",
      in: 1...1000, \.recordLimits.historyFactor),
    number(
      "audit_retention_days", "Days that GET /audit goes back.", in: 1...36_500,
      \.auditRetentionDays),
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
