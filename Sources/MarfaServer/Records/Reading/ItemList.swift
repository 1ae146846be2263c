import MarfaModel

extension ItemSelection {
  /// How many tags and ends of edges a list may name together.
  private static let maximumNames = 100

  /// The items of a list's filters that may be seen.
  ///
  /// - Throws: `ValidationError` for a bad time or filter expression, or too many names.
  init(_ filters: ListFilters, _ scope: ReadScope) throws {
    let tags = Set(filters.tags.map { TagRules.normalize($0) ?? $0 }).sorted()
    guard tags.count + filters.edge.count + filters.backref.count <= Self.maximumNames else {
      throw RecordLimits.excess(
        filters.edge.isEmpty && filters.backref.isEmpty ? "tags" : "edge",
        "A list names at most \(Self.maximumNames) tags and ends of edges.", Self.maximumNames)
    }
    func neighbours(_ ends: [String: String], _ end: EdgeEnd) -> [Neighbour] {
      ends.sorted { $0.key < $1.key }.map { Neighbour(end: end, type: $0.key, other: $0.value) }
    }
    func milliseconds(_ text: String?, _ field: String) throws -> Int64? {
      try text.map { try ItemRules.timestamp($0, field: field).milliseconds }
    }
    self.init(
      visibility: scope.visibility, state: filters.state,
      types: filters.type.map { type in
        Set(scope.catalogue.types.withSubtypes(of: type)).filter(scope.mayRead(type:))
      },
      source: filters.source, tier: filters.tier, tags: tags,
      neighbours: neighbours(filters.edge, .source) + neighbours(filters.backref, .target),
      since: try milliseconds(filters.since, "since"),
      until: try milliseconds(filters.until, "until"),
      changedSince: try milliseconds(filters.updatedAfter, "updated_after"),
      filter: try filters.filter.map { try FilterLimits(scope.limits).parsed($0) },
      recordType: filters.type.flatMap { SystemItems.isListed($0, scope) ? $0 : nil })
  }
}

extension ItemOrder {
  /// The order of a list.
  ///
  /// - Throws: `ValidationError` for an order that the API does not have.
  init(_ filters: ListFilters) throws {
    guard filters.updatedAfter == nil else {
      self.init(field: .updatedAt, isDescending: false)
      return
    }
    guard let field = Field(rawValue: filters.sort.rawValue) else {
      throw StoreErrors.invalid("sort", "A list is sorted by created_at, updated_at or timestamp.")
    }
    self.init(field: field, isDescending: filters.direction == .descending)
  }
}

extension ListFilters {
  /// What a cursor belongs to: everything that decides which items a list has, and their order.
  ///
  /// - Returns: One text for equal lists and another for every other.
  /// - Throws: `ValidationError` for an order that the API does not have.
  package func pagedList() throws -> String {
    let order = try ItemOrder(self)
    func text(_ value: String?) -> JSONValue { value.map(JSONValue.string) ?? .null }
    return StoredJSON.text([
      "order": .string(order.field.rawValue), "descending": .bool(order.isDescending),
      "type": text(type), "state": text(state?.rawValue), "source": text(source),
      "tier": text(tier?.rawValue), "tags": .array(Set(tags).sorted().map(JSONValue.string)),
      "filter": text(filter), "edge": .object(edge.mapValues(JSONValue.string)),
      "backref": .object(backref.mapValues(JSONValue.string)), "since": text(since),
      "until": text(until), "updated_after": text(updatedAfter),
    ])
  }
}

/// What a filter expression may cost, judged before any row is read.
struct FilterLimits {
  /// How deep conditions may be within conditions; bounded by SQLite's parser.
  private static let depth = 16

  private let limits: ReadLimits

  init(_ limits: ReadLimits) { self.limits = limits }

  /// Reads an expression.
  ///
  /// - Throws: `ValidationError` with the column of a mistake, or the limit that is exceeded.
  func parsed(_ text: String) throws -> FilterExpression {
    let expression = try FilterExpression(parsing: text)
    try Self.check(
      Self.depth(of: expression), Self.depth,
      "The parentheses of the filter are nested too deeply.")
    let cost = Self.cost(of: expression)
    try Self.check(
      cost.values, limits.filterValues,
      "The lists of the filter have more than \(limits.filterValues) values.")
    try Self.check(
      cost.conditions, limits.filterConditions,
      "The filter has more than \(limits.filterConditions) conditions.")
    try Self.check(
      cost.edges, limits.filterEdgeConditions,
      "The filter has more than \(limits.filterEdgeConditions) conditions about edges.")
    // Only now is it known to be shallow enough to walk.
    return expression.folded
  }

  /// - Throws: `ValidationError` with the limit when there is more.
  private static func check(_ count: Int, _ limit: Int, _ message: String) throws {
    guard count <= limit else { throw RecordLimits.excess("filter", message, limit) }
  }

  /// What an expression asks about, in conditions, ends of edges and values of lists.
  static func cost(
    of expression: FilterExpression
  ) -> (conditions: Int, edges: Int, values: Int) {
    switch expression {
    case .and, .or:
      expression.parts.map(cost(of:)).reduce((0, 0, 0)) {
        ($0.0 + $1.conditions, $0.1 + $1.edges, $0.2 + $1.values)
      }
    case .not(let inner): cost(of: inner)
    case .isOneOf(let path, let values): (1, path.isOfEdges ? values.count : 0, values.count)
    case .comparison(let path, _, _), .exists(let path): (1, path.isOfEdges ? 1 : 0, 0)
    }
  }

  /// The depth of an expression in which chains of one word lie flat.
  private static func depth(of expression: FilterExpression) -> Int {
    switch expression {
    case .and, .or: 1 + (expression.parts.map(depth(of:)).max() ?? 0)
    case .not(let inner): 1 + depth(of: inner)
    case .comparison, .isOneOf, .exists: 1
    }
  }
}

extension FilterExpression {
  /// The members of a chain, in order.
  var parts: [FilterExpression] {
    var parts: [FilterExpression] = []
    var rest = self
    while true {
      switch (self, rest) {
      case (.and, .and(let left, let right)), (.or, .or(let left, let right)):
        parts.append(right)
        rest = left
      default: return (parts + [rest]).reversed()
      }
    }
  }
}

extension FilterExpression.Path {
  /// Whether the path is about other items.
  fileprivate var isOfEdges: Bool {
    switch self {
    case .edge, .backref: true
    case .system, .tags, .property: false
    }
  }
}
