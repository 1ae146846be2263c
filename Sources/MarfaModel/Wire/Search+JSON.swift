extension SearchResult: JSONCodable {
  /// The names on the wire.
  public static let memberNames = [
    "item", "metadata", "relevance_score", "snippet_html", "snippet",
  ]

  /// Reads a result.
  ///
  /// - Parameter json: The parsed JSON.
  /// - Throws: `ResponseDecodingError` with the member under `details.field`.
  public init(json: JSONValue) throws {
    let members = try JSONMembers(json)
    guard let score = members.members["relevance_score"]?.doubleValue else {
      throw JSONMembers.error("relevance_score")
    }
    self.init(
      item: try members.value("item", as: Item.self),
      metadata: try members.value("metadata", as: Metadata.self),
      relevanceScore: score, snippetHTML: try members.optionalString("snippet_html"),
      snippet: try members.optionalString("snippet"))
  }

  /// Writes the result.
  public func write(to writer: inout JSONWriter) {
    var object = JSONObjectWriter(&writer)
    object.name("item", &writer)
    item.write(to: &writer)
    object.name("metadata", &writer)
    metadata.write(to: &writer)
    object.member("relevance_score", relevanceScore, &writer)
    object.member("snippet_html", snippetHTML, &writer)
    object.member("snippet", snippet, &writer)
    object.end(&writer)
  }
}

extension SearchResponse: JSONCodable {
  /// The names on the wire.
  public static let memberNames = ["results"]

  /// Reads an answer.
  ///
  /// - Parameter json: The parsed JSON.
  /// - Throws: `ResponseDecodingError` with the member under `details.field`.
  public init(json: JSONValue) throws {
    guard let results = try JSONMembers(json).list("results", of: SearchResult.self) else {
      throw JSONMembers.error("results")
    }
    self.init(results: results)
  }

  /// Writes the answer.
  public func write(to writer: inout JSONWriter) {
    var object = JSONObjectWriter(&writer)
    object.member("results", results, &writer)
    object.end(&writer)
  }
}
