import GRDB

/// Counts what some searches find.
struct SearchCountFetch: StoreFetch {
  let queries: [String: SearchQuery]

  var readsWords: Bool { true }

  var interest: StoreInterest {
    var interest = StoreInterest(.edge)
    interest.add(.item, columns: SearchColumns.columns(of: queries.values))
    return interest
  }

  func fetch(_ db: Database) throws -> [String: Int] {
    try queries.mapValues { query in
      let compiler = try SearchCompiler(query.expression, in: db)
      let reader = SearchReader(db: db, now: 0, filters: ListFilters())
      return try reader.withFunctions(of: compiler) {
        let list = try ListDefinition(
          filters: ListFilters(), scope: .notes,
          search: query.expression == nil ? nil : compiler, in: db)
        return try WindowReader(db: db, list: list, includesExcerpt: false).count()
      }
    }
  }
}
