/// What one question may cost, and its answer may weigh.
public struct ReadLimits: Codable, Hashable, Sendable {
  /// Bytes of a page, which ends with `has_more` then.
  public var pageBytes = 4 << 20
  /// Bytes of the edges that come with an item; the lists of its edges go on after them.
  public var itemEdgeBytes = 1 << 20
  /// Events of a page of the log.
  public var eventPage = 1_000
  /// Conditions of a filter expression.
  public var filterConditions = 32
  /// Those of them that may be about edges, each of which looks at other items.
  public var filterEdgeConditions = 8
  /// Values that the lists of a filter expression have together.
  public var filterValues = 1_000

  /// The standard limits.
  public init() {}

  /// Reads what an older build kept, which knew fewer.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    func limit(_ key: CodingKeys, _ standard: Int) throws -> Int {
      try values.decodeIfPresent(Int.self, forKey: key) ?? standard
    }
    pageBytes = try limit(.pageBytes, pageBytes)
    itemEdgeBytes = try limit(.itemEdgeBytes, itemEdgeBytes)
    eventPage = try limit(.eventPage, eventPage)
    filterConditions = try limit(.filterConditions, filterConditions)
    filterEdgeConditions = try limit(.filterEdgeConditions, filterEdgeConditions)
    filterValues = try limit(.filterValues, filterValues)
  }
}
