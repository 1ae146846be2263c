/// A file whose bytes are a blob.
///
/// A typed view of an item of `core.file`; subtypes are accepted, other properties are kept.
public struct CoreFile: FieldedItem, Hashable {
  /// The type's name, `core.file`.
  public static let typeIdentifier = "core.file"

  /// The item that this is a view of.
  public var item: Item
  /// `sha256:` and the hash.
  public var blobRef = ""
  /// The file's name.
  public var filename: String?
  /// The media type.
  public var mimeType: String?
  /// Bytes.
  public var size: Int64?
  /// What it is called.
  public var title: String?
  /// What it shows.
  public var description: String?
  /// Remarks on it.
  public var notes: String?

  /// The fields, by their names in the properties.
  public static let fields: [PropertyField<CoreFile>] = [
    .required("blob_ref", \.blobRef),
    .text("filename", \.filename),
    .text("mime_type", \.mimeType),
    .integer("size", \.size),
    .text("title", \.title),
    .text("description", \.description),
    .text("notes", \.notes),
  ]

  /// Views an item whose fields are not read yet.
  public init(viewing item: Item) { self.item = item }
}
