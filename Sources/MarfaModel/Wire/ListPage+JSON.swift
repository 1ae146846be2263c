extension ListPage: JSONConvertible where Element: JSONConvertible {
  /// Reads a page.
  ///
  /// - Parameter json: The parsed JSON.
  /// - Throws: `ResponseDecodingError` with the member under `details.field`.
  public init(json: JSONValue) throws {
    let members = try JSONMembers(json)
    guard let data = try members.list("data", of: Element.self) else {
      throw JSONMembers.error("data")
    }
    self.init(
      data: data, cursor: try members.optionalString("cursor"),
      hasMore: try members.optional("has_more") { $0.boolValue } ?? false)
  }

  /// Writes the page; the cursor is always there, `null` on the last.
  public func write(to writer: inout JSONWriter) {
    var object = JSONObjectWriter(&writer)
    object.member("data", data, &writer)
    object.name("cursor", &writer)
    writer.write(cursor.map(JSONValue.string) ?? .null)
    object.member("has_more", hasMore, &writer)
    object.end(&writer)
  }
}

extension ListPage: Codable where Element: Codable {
  private enum CodingKeys: String, CodingKey {
    case data, cursor
    case hasMore = "has_more"
  }

  /// Reads a page.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      data: try container.decode([Element].self, forKey: .data),
      cursor: try container.decodeIfPresent(String.self, forKey: .cursor),
      hasMore: try container.decodeIfPresent(Bool.self, forKey: .hasMore) ?? false)
  }

  /// Writes the page; the cursor is always there, `null` on the last.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(data, forKey: .data)
    try container.encode(cursor, forKey: .cursor)
    try container.encode(hasMore, forKey: .hasMore)
  }
}
