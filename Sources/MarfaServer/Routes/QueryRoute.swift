import MarfaModel

/// A route that only reads items, edges and types, as an entry of a table.
struct QueryRoute: Sendable {
  /// What is said of it.
  let operation: APIOperation
  private let idRule: PathId
  private let template: PathTemplate
  private let read: @Sendable (inout QueryParameters, [String: String]) throws -> StoreQuery

  /// Declares a route.
  ///
  /// - Parameters:
  ///   - operation: What is said of it.
  ///   - idRule: What its `{id}` may be.
  ///   - read: Reads what is asked.
  init(
    _ operation: APIOperation, idRule: PathId = .existingItem,
    _ read: @escaping @Sendable (inout QueryParameters, [String: String]) throws -> StoreQuery
  ) {
    (self.operation, self.idRule, self.read) = (operation, idRule, read)
    template = PathTemplate(operation.path)
  }

  /// Reads what is asked.
  ///
  /// - Parameters:
  ///   - segments: What the path has where it varies, decoded.
  ///   - parameters: The query.
  /// - Returns: The query of the store.
  /// - Throws: `ValidationError` or `NotFoundError`.
  func query(
    _ segments: [String: String], _ parameters: inout QueryParameters
  ) throws -> StoreQuery {
    var segments = segments
    if let id = segments["id"] { segments["id"] = try idRule.check(id) }
    let query = try read(&parameters, segments)
    try parameters.finish()
    return query
  }

  /// The segments that a path has where this one varies; nil when the path is another.
  func match(_ segments: [String]) -> [String: String]? {
    template.match(segments)
  }
}
