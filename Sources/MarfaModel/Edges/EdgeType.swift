/// A kind of edge: what it may join, how often, and what a deletion does.
///
/// ```swift
/// let isBakedIn = EdgeType(id: "user.baked-in", cardinality: .manyToOne)
/// let limit = isBakedIn.cardinality.limitsSource  // one oven for each bread
/// ```
public struct EdgeType: Codable, Hashable, Sendable, Identifiable {
  /// How many edges of a type an item may have at each end.
  public enum Cardinality: String, Codable, Hashable, Sendable, CaseIterable {
    /// One at each end.
    case oneToOne = "one-to-one"
    /// A target has at most one source.
    case oneToMany = "one-to-many"
    /// A source has at most one target.
    case manyToOne = "many-to-one"
    /// No limit.
    case manyToMany = "many-to-many"

    /// Whether a source may have only one edge.
    public var limitsSource: Bool { self == .manyToOne || self == .oneToOne }
    /// Whether a target may have only one edge.
    public var limitsTarget: Bool { self == .oneToMany || self == .oneToOne }
  }

  /// What purging a source does to its targets.
  public enum Cascade: String, Codable, Hashable, Sendable, CaseIterable {
    /// The targets go too.
    case cascade
    /// The targets stay.
    case orphan
    /// The source cannot go while there are targets.
    case block
  }

  /// The name, such as `references` or `app.shops-for`.
  public var id: String
  /// What a person calls it.
  public var label: String?
  /// What it means, read from source to target.
  public var description: String?
  /// How often.
  public var cardinality: Cardinality
  /// Types, with subtypes, that may be sources; any when empty.
  public var sourceTypeConstraints: [String]
  /// Types, with subtypes, that may be targets; any when empty.
  public var targetTypeConstraints: [String]
  /// What purging a source does.
  public var cascadeOnDelete: Cascade
  /// What its properties may hold.
  public var propertySchema: [String: FieldDefinition]

  /// By default the type joins anything, without limit, and orphans.
  public init(
    id: String, label: String? = nil, description: String? = nil,
    cardinality: Cardinality = .manyToMany, sourceTypeConstraints: [String] = [],
    targetTypeConstraints: [String] = [], cascadeOnDelete: Cascade = .orphan,
    propertySchema: [String: FieldDefinition] = [:]
  ) {
    self.id = id
    self.label = label
    self.description = description
    self.cardinality = cardinality
    self.sourceTypeConstraints = sourceTypeConstraints
    self.targetTypeConstraints = targetTypeConstraints
    self.cascadeOnDelete = cascadeOnDelete
    self.propertySchema = propertySchema
  }

  /// Reads an edge type; everything but the id and the cardinality may be absent.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(String.self, forKey: .id)
    label = try container.decodeIfPresent(String.self, forKey: .label)
    description = try container.decodeIfPresent(String.self, forKey: .description)
    cardinality = try container.decode(Cardinality.self, forKey: .cardinality)
    sourceTypeConstraints =
      try container.decodeIfPresent([String].self, forKey: .sourceTypeConstraints) ?? []
    targetTypeConstraints =
      try container.decodeIfPresent([String].self, forKey: .targetTypeConstraints) ?? []
    cascadeOnDelete =
      try container.decodeIfPresent(Cascade.self, forKey: .cascadeOnDelete) ?? .orphan
    propertySchema =
      try container.decodeIfPresent([String: FieldDefinition].self, forKey: .propertySchema)
      ?? [:]
  }

  enum CodingKeys: String, CodingKey {
    case id, label, description, cardinality
    case sourceTypeConstraints = "source_type_constraints"
    case targetTypeConstraints = "target_type_constraints"
    case cascadeOnDelete = "cascade_on_delete"
    case propertySchema = "property_schema"
  }
}
