import Hummingbird
import MarfaModel

/// Every route that only reads items, edges and types.
struct QueryRoutes: RouteGroup {
  static let operations = QueryRoute.all.map(\.operation)

  let environment: ServerEnvironment

  func register(on router: Router<ServerRequestContext>) {
    for route in QueryRoute.all { register(route, on: router) }
  }

  private func register(_ route: QueryRoute, on router: Router<ServerRequestContext>) {
    let environment = environment
    router.on(route.operation) { request, context in
      var segments: [String: String] = [:]
      for (name, _) in context.parameters {
        segments[String(name)] = try context.segment(String(name))
      }
      var parameters = try QueryParameters(request)
      let query = try route.query(segments, &parameters)
      return try await environment.read(query, context)
    }
  }
}

/// What a segment of a path may be.
enum PathId {
  /// The id of an item, where the API has `invalid_id` for what is none.
  case item
  /// The id of an item, where it has `item_not_found` alone: what is no id names no item.
  case existingItem
  /// The id of an edge, which the API has `edge_not_found` for.
  case existingEdge
  /// The id of a key or a webhook.
  case record
  /// The name of a type, an edge type or a namespace.
  case name

  /// Checks a segment.
  ///
  /// - Parameter text: The decoded segment.
  /// - Returns: The segment.
  /// - Throws: `ValidationError` with `invalid_id`, or `NotFoundError`.
  @discardableResult
  func check(_ text: String) throws -> String {
    switch self {
    case .item: try ItemRules.validateId(text)
    case .existingItem:
      guard UUIDv7.isValid(text) else { throw Self.missing(ErrorCode.itemNotFound, "item") }
    case .existingEdge:
      guard UUIDv7.isValid(text) else { throw Self.missing(ErrorCode.edgeNotFound, "edge") }
    case .name, .record:
      guard (1...200).contains(text.utf8.count), !text.utf8.contains(where: { $0 < 0x20 }) else {
        throw ValidationError(
          code: ErrorCode.invalidId,
          message: "A name has 1 to 200 bytes and no control characters.",
          details: ["field": "id"])
      }
    }
    return self == .name ? text : FoldedId.text(text)
  }

  private static func missing(_ code: String, _ thing: String) -> NotFoundError {
    NotFoundError(
      code: code, message: "No such \(thing): an id is a UUID of version 7.",
      details: ["field": "id"])
  }
}

extension QueryParameters {
  /// The items that `GET /items?ids=` names; nil without that parameter.
  mutating func itemIds() throws -> StoreQuery? {
    guard given("ids") != nil else { return nil }
    let ids = list("ids")
    guard (1...RecordReader.idCount).contains(ids.count) else {
      // Nothing named is a list that was lost on the way, and not every item.
      throw Self.error(
        "ids", "names 1 to \(RecordReader.idCount) items", limit: RecordReader.idCount)
    }
    for id in ids where !UUIDv7.isValid(id) { throw Self.error("ids", "must be a list of ids") }
    return .itemsById(ids.map(FoldedId.text), include: try include())
  }

  /// Where a part of a snapshot starts; at its beginning when nothing is said.
  mutating func snapshotPlace() throws -> SnapshotPlace {
    guard let text = given("after") else { return .items(after: 0) }
    guard let place = SnapshotPlace(text) else {
      throw Self.error("after", "must be the previous part's next")
    }
    return place
  }

  /// The event after which changes are wanted.
  mutating func eventId() throws -> Int64 {
    guard let text = given("after") else { throw ValidationError(missing: "after") }
    // A number that every reader of JSON keeps as it is.
    guard let id = Int64(text), (0...(1 << 53)).contains(id) else {
      throw Self.error("after", "must be the id of an event")
    }
    return id
  }

  /// The parameters of `GET /items`.
  ///
  /// - Returns: The request.
  /// - Throws: `ValidationError` with the parameter.
  mutating func itemList() throws -> ItemListRequest {
    var filters = ListFilters(
      type: string("type"), state: try word("state"), source: string("source"),
      tier: try tier(), tags: list("tags"), filter: string("filter"), edge: try ends("edge"),
      backref: try ends("backref"), since: try timestamp("since"), until: try timestamp("until"),
      updatedAfter: try timestamp("updated_after"))
    if let sort = given("sort") {
      guard let field = ItemOrder.Field(rawValue: sort),
        let known = ListFilters.Sort(rawValue: field.rawValue)
      else { throw Self.error("sort", "must be one of created_at, updated_at, timestamp") }
      filters.sort = known
    } else {
      filters.sort = .createdAt
    }
    filters.direction = try direction() ?? .descending
    filters.limit = try integer("limit", in: 1...200) ?? 50
    filters.cursor = string("cursor")
    return ItemListRequest(filters, include: try include())
  }

  /// The parameters of the lists of edges.
  ///
  /// - Returns: The request.
  /// - Throws: `ValidationError` with the parameter.
  mutating func edgeList() throws -> EdgeListRequest {
    let types = list("edge_type")
    guard types.count <= 10 else {
      throw Self.error("edge_type", "names at most 10 types", limit: 10)
    }
    return EdgeListRequest(
      edgeTypes: types, limit: try integer("limit", in: 1...500), cursor: string("cursor"))
  }

  /// The parameters of `GET /search`.
  ///
  /// - Returns: The request.
  /// - Throws: `ValidationError` with the parameter; `missing_required_field` without `q`.
  mutating func search() throws -> SearchRequest {
    guard let text = string("q") else { throw ValidationError(missing: "q") }
    return SearchRequest(
      text: text,
      filters: ListFilters(
        type: string("type"), state: try word("state"), tier: try tier(), tags: list("tags"),
        filter: string("filter")),
      include: try include(), limit: try integer("limit", in: 1...100),
      offset: try integer("offset", in: 0...10_000) ?? 0)
  }

  private mutating func tier() throws -> ItemTier? {
    let text = given("tier")
    guard text != "all" else { return nil }
    guard let text else { return nil }
    guard let tier = ItemTier(rawValue: text) else {
      throw Self.error("tier", "is one of library, feed, all")
    }
    return tier
  }

  /// The items at the other ends of edges, by the edges' type.
  private mutating func ends(_ name: String) throws -> [String: String] {
    let ends = keyed(name)
    for (type, id) in ends.sorted(by: { $0.key < $1.key }) where !UUIDv7.isValid(id) {
      throw Self.error("\(name)[\(type)]", "is the id of an item")
    }
    return ends.mapValues(FoldedId.text)
  }

  private mutating func direction() throws -> ListFilters.Direction? {
    guard let text = given("direction") else { return nil }
    guard let direction = ListFilters.Direction(rawValue: text) else {
      throw Self.error("direction", "is one of asc, desc")
    }
    return direction
  }

  private mutating func include() throws -> Set<ItemInclude> {
    var include: Set<ItemInclude> = []
    for word in list("include") {
      guard let part = ItemInclude(rawValue: word) else {
        throw Self.error("include", "is a list of edges, metadata, extensions")
      }
      include.insert(part)
    }
    return include
  }
}
