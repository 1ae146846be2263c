/// How a field is settled that two sides changed.
public enum MergeStrategy: String, Codable, Hashable, Sendable, CaseIterable {
  /// The server's value stays.
  case lastWriterWins = "last_writer_wins"
  /// The client's value goes to a sibling item.
  case keepBothCopies = "keep_both_copies"
}

/// The strategies of a type's fields.
///
/// ```swift
/// let policy = MergePolicy(fields: ["body": .keepBothCopies])
/// let ofTitle = policy.strategy(of: "title")  // .lastWriterWins
/// ```
public struct MergePolicy: Codable, Hashable, Sendable {
  /// Strategies by field name.
  public var fields: [String: MergeStrategy]
  /// The strategy of every other field.
  public var `default`: MergeStrategy

  /// By default the last writer wins everywhere.
  public init(fields: [String: MergeStrategy] = [:], default: MergeStrategy = .lastWriterWins) {
    self.fields = fields
    self.default = `default`
  }

  /// The strategy of a field.
  public func strategy(of field: String) -> MergeStrategy {
    fields[field] ?? self.default
  }

  /// Reads a policy; an absent part is its default.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    fields = try container.decodeIfPresent([String: MergeStrategy].self, forKey: .fields) ?? [:]
    self.default =
      try container.decodeIfPresent(MergeStrategy.self, forKey: .default) ?? .lastWriterWins
  }

  enum CodingKeys: String, CodingKey {
    case fields
    case `default`
  }
}
