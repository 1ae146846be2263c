import MarfaModel

extension PurgeCondition {
  /// Reads the parameters of `DELETE /items/{id}/purge`.
  ///
  /// - Parameter query: The decoded parameters.
  /// - Throws: `ValidationError` for a value that is none.
  init(query: [String: String]) throws {
    var parameters = try QueryParameters(pairs: query.map { ($0.key, $0.value) })
    self.init(version: try parameters.integer("version", in: 1...Int.max))
    switch query["state"] {
    case ItemState.trashed.rawValue: isTrashed = true
    case nil: break
    default: throw QueryParameters.error("state", "must be trashed")
    }
  }
}
