/// Checks of single values of an item.
///
/// ```swift
/// let isBlob = ItemRules.isBlobReference("sha256:" + String(repeating: "a", count: 64))
/// ```
public enum ItemRules {
  /// Checks an id that a client gave.
  ///
  /// - Parameter id: The text that is to be an id.
  /// - Throws: `ValidationError` with `invalid_id`.
  public static func validateId(_ id: String) throws {
    guard UUIDv7.isValid(id) else {
      throw ValidationError(
        code: ErrorCode.invalidId, message: "An id is a UUID of version 7.",
        details: ["field": "id"])
    }
  }

  /// Checks a time that a client gave.
  ///
  /// - Parameters:
  ///   - timestamp: The text that is to be a time.
  ///   - field: The field's name for the error.
  /// - Throws: `ValidationError` with `validation_error`.
  public static func validateTimestamp(_ timestamp: String, field: String = "timestamp") throws {
    _ = try self.timestamp(timestamp, field: field)
  }

  /// Reads a time.
  ///
  /// - Parameters:
  ///   - text: The text that is to be a time.
  ///   - field: The field's name for the error.
  /// - Returns: The time.
  /// - Throws: `ValidationError` with `validation_error`.
  public static func timestamp(_ text: String, field: String) throws -> Timestamp {
    guard let timestamp = Timestamp(iso8601: text) else {
      throw ValidationError(
        message: "\(field) is not an ISO 8601 time.", details: ["field": .string(field)])
    }
    return timestamp
  }

  /// Checks attachments.
  ///
  /// - Parameter attachments: The entries, in order.
  /// - Throws: `ValidationError` with `validation_error` and the place of the first bad entry.
  public static func validate(_ attachments: [Attachment]) throws {
    for (index, attachment) in attachments.enumerated() {
      guard isBlobReference(attachment.blobRef) else {
        throw ValidationError(
          message: "A blob reference is sha256: and 64 hexadecimal digits.",
          details: ["field": .string("attachments[\(index)].blob_ref")])
      }
      guard attachment.mimeType.contains("/") else {
        throw ValidationError(
          message: "A media type needs a slash.",
          details: ["field": .string("attachments[\(index)].mime_type")])
      }
    }
  }

  /// Whether the text is `sha256:` and 64 lower-case hexadecimal digits.
  public static func isBlobReference(_ text: String) -> Bool {
    StringFormat.blob.accepts(text)
  }
}
