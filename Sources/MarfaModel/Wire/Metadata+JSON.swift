extension Metadata: JSONCodable {
  /// The names on the wire.
  public static let memberNames = ["item_id", "tags", "extensions"]

  /// Reads metadata; extensions may be absent.
  ///
  /// - Parameter json: The parsed JSON.
  /// - Throws: `ResponseDecodingError` with the member under `details.field`.
  public init(json: JSONValue) throws {
    let members = try JSONMembers(json)
    let tags = try members.optional("tags") { json -> [String]? in
      guard let values = json.arrayValue else { return nil }
      let texts = values.compactMap(\.stringValue)
      return texts.count == values.count ? texts : nil
    }
    guard let tags else { throw JSONMembers.error("tags") }
    self.init(
      itemId: try members.string("item_id"), tags: tags,
      extensions: try members.optional("extensions") { $0.objectValue } ?? [:])
  }

  /// Writes the metadata.
  public func write(to writer: inout JSONWriter) {
    var object = JSONObjectWriter(&writer)
    object.member("item_id", itemId, &writer)
    object.name("tags", &writer)
    writer.write(JSONValue.array(tags.map(JSONValue.string)))
    object.member("extensions", extensions, &writer)
    object.end(&writer)
  }
}

extension ItemWithMetadata: JSONCodable {
  /// The names on the wire.
  public static let memberNames = ["item", "metadata"]

  /// Reads `{"item", "metadata"}`.
  ///
  /// - Parameter json: The parsed JSON.
  /// - Throws: `ResponseDecodingError` with the member under `details.field`.
  public init(json: JSONValue) throws {
    let members = try JSONMembers(json)
    self.init(
      item: try members.value("item", as: Item.self),
      metadata: try members.value("metadata", as: Metadata.self))
  }

  /// Writes `{"item", "metadata"}`.
  public func write(to writer: inout JSONWriter) {
    var object = JSONObjectWriter(&writer)
    object.name("item", &writer)
    item.write(to: &writer)
    object.name("metadata", &writer)
    metadata.write(to: &writer)
    object.end(&writer)
  }
}
