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

  /// Creates the view, or nil when the item is of another type or lacks a required field.
  public init?(from item: Item) {
    guard Self.accepts(item.type),
      let blobRef = item.properties["blob_ref"]?.stringValue
    else { return nil }
    self.item = item
    self.blobRef = blobRef
    filename = item.properties["filename"]?.stringValue
    mimeType = item.properties["mime_type"]?.stringValue
    size = item.properties["size"]?.integerValue
    title = item.properties["title"]?.stringValue
    description = item.properties["description"]?.stringValue
    notes = item.properties["notes"]?.stringValue
  }

  /// The properties as the view now has them, with those that it does not know.
  public func toProperties() -> [String: JSONValue] {
    var properties = item.properties
    properties["blob_ref"] = .string(blobRef)
    properties["filename"] = filename.map(JSONValue.string)
    properties["mime_type"] = mimeType.map(JSONValue.string)
    properties["size"] = size.map(JSONValue.integer)
    properties["title"] = title.map(JSONValue.string)
    properties["description"] = description.map(JSONValue.string)
    properties["notes"] = notes.map(JSONValue.string)
    return properties
  }
}
