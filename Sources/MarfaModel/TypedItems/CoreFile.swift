/// A file whose bytes are a blob.
///
/// A typed view of an item of `core.file`; subtypes are accepted, other properties are kept.
public struct CoreFile: MarfaItem, Hashable {
  /// The type's name, `core.file`.
  public static let typeIdentifier = "core.file"

  /// The item that this is a view of.
  public var item: Item
  /// `sha256:` and the hash.
  public var blobRef: String
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

  private static let fields: [PropertyField<CoreFile>] = [
    .text("filename", \.filename),
    .text("mime_type", \.mimeType),
    .integer("size", \.size),
    .text("title", \.title),
    .text("description", \.description),
    .text("notes", \.notes),
  ]

  /// Creates the view, or nil when the item is of another type or lacks a required field.
  public init?(from item: Item) {
    guard Self.accepts(item.type),
      let blobRef = item.properties["blob_ref"]?.stringValue
    else { return nil }
    self.item = item
    self.blobRef = blobRef
    read(Self.fields)
  }

  /// The properties as the view now has them, with those that it does not know.
  public func toProperties() -> [String: JSONValue] {
    var properties = properties(writing: Self.fields)
    properties["blob_ref"] = .string(blobRef)
    return properties
  }
}
