/// Names that are on every item, so that no property may have them.
public enum ReservedFields {
  /// Every first-class name of an item on the wire.
  public static let names: Set<String> = [
    "id", "type", "properties", "state", "tier", "tenant_id", "version", "schema_version",
    "source", "source_id", "device", "capture_latitude", "capture_longitude", "timestamp",
    "created_at", "updated_at", "edges", "extensions", "attachments", "tags", "metadata",
  ]
}
