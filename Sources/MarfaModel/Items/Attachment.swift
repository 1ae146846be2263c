/// A blob that belongs to an item.
///
/// ```swift
/// let crust = Attachment(
///   blobRef: "sha256:" + String(repeating: "0", count: 64), mimeType: "image/png", title: "Crust")
/// ```
public struct Attachment: Codable, Hashable, Sendable {
  /// `sha256:` and the hash of the bytes in hexadecimal.
  public var blobRef: String
  /// The media type.
  public var mimeType: String
  /// What a person calls it.
  public var title: String?
  /// What it is to the item.
  public var role: String?

  /// A blob by its reference; the bytes are stored apart from the item.
  public init(blobRef: String, mimeType: String, title: String? = nil, role: String? = nil) {
    self.blobRef = blobRef
    self.mimeType = mimeType
    self.title = title
    self.role = role
  }

  enum CodingKeys: String, CodingKey {
    case blobRef = "blob_ref"
    case mimeType = "mime_type"
    case title, role
  }
}
