import GRDB

/// Reads for the reactive layer, off the main actor, each time one committed snapshot.
struct StoreReader: Sendable {
  let store: LocalStore

  init(store: LocalStore) {
    self.store = store
  }

  /// The way to read a value again and again.
  func source<Fetch: StoreFetch>(_ fetch: Fetch) -> LiveSource<Fetch.Value> {
    LiveSource(interest: fetch.interest) { [store] change, current in
      let body: @Sendable (Database) throws -> LiveReading<Fetch.Value> = { db in
        if let change, let current, try !fetch.isAffected(by: change, current, db) {
          return .unaffected
        }
        let value = try fetch.fetch(db)
        return value == current ? .same : .value(value)
      }
      return fetch.readsWords ? try await store.readWords(body) : try await store.read(body)
    }
  }

  /// The way to read a window on a list.
  func window(_ filters: ListFilters, _ scope: ListScope, excerpts: Bool) -> WindowSource {
    var interest = StoreInterest(.item)
    if excerpts { interest.add(.itemText) }
    for table in filters.otherTables.union(scope.otherTables) { interest.add(table) }
    let makeReader: @Sendable (Database) throws -> WindowReader = { db in
      WindowReader(
        db: db,
        list: try ListDefinition(filters: filters, scope: scope, in: db),
        includesExcerpt: excerpts)
    }
    return WindowSource(
      interest: interest,
      read: { [store] request, change in
        try await store.read { db in
          try request.followingIds(in: db) { try makeReader(db).read($0, for: change) }
        }
      },
      index: { [store] id in
        try await store.read { db in
          let reader = try makeReader(db)
          return try reader.position(ofId: id).map(reader.countBefore)
        }
      },
      ids: { [store] in
        try await store.read { try makeReader($0).ids() }
      })
  }
}

extension StoreReader {
  /// The way to read a window on a search.
  func window(
    _ query: SearchQuery, _ filters: ListFilters, _ scope: ListScope, excerpts: Bool
  ) -> WindowSource {
    let ranking = SearchRanking()
    var interest = StoreInterest.search
    for table in scope.otherTables { interest.add(table) }
    let makeReader: @Sendable (Database) -> SearchWindowReader = { [store] db in
      SearchWindowReader(
        db: db, query: query, filters: filters, scope: scope,
        now: store.environment.clock.now.milliseconds, includesExcerpt: excerpts,
        ranking: ranking)
    }
    return WindowSource(
      interest: interest,
      read: { [store] request, change in
        try await store.readWords { db in
          try request.followingIds(in: db) { try makeReader(db).read($0, for: change) }
        }
      },
      index: { [store] id in
        try await store.readWords { try makeReader($0).index(of: id) }
      },
      ids: { [store] in try await store.readWords { try makeReader($0).ids() } })
  }
}

extension WindowReader {
  /// Reads what a request wants unless a change does not matter to it.
  func read(
    _ request: WindowRequest, for change: StoreChange?
  ) throws -> WindowReading {
    guard let change, let content = request.content else {
      // Without a change, only a view that stays where it is can mean that the change is unknown.
      return .content(try read(request, isRecounting: request.target == .stay))
    }
    let relevance = WindowRelevance(
      reader: self, content: content, selectedKey: request.selection?.row?.position.key)
    switch try relevance.verdict(on: change) {
    case .unaffected where request.target == .stay: return .unaffected
    case .unaffected, .rows: return .content(try read(request, isRecounting: false))
    case .membership: return .content(try read(request, isRecounting: true))
    }
  }
}

extension WindowRequest {
  /// Reads under the id that the selected item has now: a server may have given it another one.
  fileprivate func followingIds(
    in db: Database, _ read: (WindowRequest) throws -> WindowReading
  ) throws -> WindowReading {
    guard let former = selection?.id else { return try read(self) }
    let present = try ItemReader(db: db).presentId(of: former)
    guard present != former else { return try read(self) }
    var request = self
    request.selection?.id = present
    if target == .item(former) { request.target = .item(present) }
    guard case .content(var content) = try read(request) else { return .unaffected }
    content.formerSelectionId = former
    return .content(content)
  }
}
