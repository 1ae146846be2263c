import GRDB

/// Which rows of `item` a list holds, in what order, and what a change must touch to matter to it.
///
/// A list is ordered by one column and then by key, so that a place in it is a pair that an index
/// finds (keyset paging).
struct ListDefinition {
  /// What must hold, as SQL with question marks.
  let whereClause: String
  /// The same with the same arguments, in a form that is faster for a page of few rows.
  let pageClause: String
  /// The values of the question marks, in order.
  let arguments: StatementArguments
  /// The ordering column of `item`, and its direction.
  let order: ListOrder
  /// The columns of `item` that decide whether a row is in the list.
  let conditionColumns: Set<String>
  /// Other tables that decide it, a change of which the row itself does not show.
  let otherTables: Set<StoreTable>
  /// The list's length where counters are kept of it: for the places of the source list.
  let counted: Counted?

  /// How a list's length is known without a walk.
  enum Counted {
    /// One counter has it.
    case counter(CounterName)
    /// It was read with the list.
    case rows(Int)
  }

  /// Compiles filters within a scope, and what else a search asks for; its words are among the
  /// conditions unless the word index is joined.
  ///
  /// - Throws: `ValidationError` for a time or an expression that cannot be read.
  init(
    filters: ListFilters, scope: ListScope, search: SearchCompiler? = nil,
    isPatternJoined: Bool = false, in db: Database
  ) throws {
    let isWhole = search == nil && filters.isUnconditional
    let filters = scope.stateDefault(filters, isWhole: isWhole)
    var untagged = filters
    untagged.tags = []
    var conditions = try ListConditions(
      untagged, in: db,
      includesTrash: (search?.mentionsTrash == true || scope.spansTrash) && filters.state == nil)
    let notebooks = try scope.notebooks(in: db)
    scope.add(to: &conditions, notebooks)
    if let search {
      if !isPatternJoined, let pattern = search.pattern {
        conditions.prepend(
          "item.key IN (SELECT rowid FROM item_fts WHERE item_fts MATCH ?)", [pattern])
      }
      conditions.add(search.condition, search.arguments)
    }
    let tags = filters.tags.map { TagRules.normalize($0) ?? $0 }
    let isWalking = try TagConditions.isWalkFaster(for: tags, in: db)
    arguments = conditions.arguments + StatementArguments(tags)
    whereClause = TagConditions.clause(conditions.clause, tags, isWalking: false)
    pageClause = TagConditions.clause(conditions.clause, tags, isWalking: isWalking)
    order = ListOrder(filters)
    conditionColumns = filters.columns.union(scope.columns)
      .union(search?.columns ?? [])
    otherTables = (search == nil ? filters.otherTables : [.edge]).union(scope.otherTables)
    counted =
      isWhole
      ? scope.counter.map(Counted.counter) ?? notebooks.map { .rows($0.noteCount) } : nil
  }
}

extension ListScope {
  /// The filters with the state that the scope means when none is asked for.
  fileprivate func stateDefault(_ filters: ListFilters, isWhole: Bool) -> ListFilters {
    var filters = filters
    filters.state = filters.state ?? state(isSearched: !isWhole)
    return filters
  }

  /// The notebooks that the scope names.
  fileprivate func notebooks(in db: Database) throws -> NotebookSubtree? {
    guard case .notebook(let id) = self else { return nil }
    return try NotebookSubtree(of: id, in: db)
  }

  fileprivate func add(to conditions: inout ListConditions, _ notebooks: NotebookSubtree?) {
    if self != .everything { conditions.add("item.is_listed = 1") }
    switch self {
    case .notes, .trash, .everything: break
    case .inbox: conditions.add("item.notebook IS NULL")
    case .orphans: conditions.add("item.link_count = 0")
    case .favourites: conditions.add("item.is_favourite = 1")
    // A few rows, which need no walk over all items.
    case .conflicts: conditions.add("item.key IN (SELECT item FROM parked_conflict)")
    case .refused: conditions.add(Self.isRefused)
    case .changed(let since): conditions.add("item.edited_at >= ?", [since.milliseconds])
    case .notebook:
      guard let notebooks else { return }
      conditions.add(notebooks.condition, StatementArguments(notebooks.keys))
    }
  }

  /// That something of the item was refused, or its place in a notebook.
  private static let isRefused = """
    (item.key IN (SELECT item FROM refused WHERE item IS NOT NULL)
      OR item.id IN (
        SELECT CASE request ->> '$.edge_type' WHEN '\(EdgeType.parentOf.id)' THEN target_id
          ELSE COALESCE(item_id, source_id) END
        FROM refused WHERE item IS NULL))
    """

  /// The tables other than `item` that the scope's own conditions read, and that change without it.
  var otherTables: Set<StoreTable> { self == .refused ? [.refused] : [] }

  /// The columns that the scope's own conditions read.
  fileprivate var columns: Set<String> {
    switch self {
    case .everything: []
    case .notes, .trash: ["is_listed"]
    case .inbox, .notebook: ["is_listed", "notebook"]
    case .orphans: ["is_listed", "link_count"]
    case .favourites: ["is_listed", "is_favourite"]
    case .conflicts, .refused: ["is_listed", "sync_flags"]
    case .changed: ["is_listed", "edited_at"]
    }
  }

  /// The counter with the number of items in this place.
  fileprivate var counter: CounterName? {
    switch self {
    case .notes: CounterName(kind: .all)
    case .inbox: CounterName(kind: .inbox)
    case .favourites: CounterName(kind: .favourites)
    case .orphans: CounterName(kind: .orphans)
    case .trash: CounterName(kind: .trash)
    case .changed, .notebook, .conflicts, .refused, .everything: nil
    }
  }
}

extension ListFilters {
  /// The columns of `item` that the conditions read.
  var columns: Set<String> {
    var columns: Set<String> = ["state"]
    if type != nil { columns.insert("type") }
    if source != nil { columns.insert("source") }
    if tier != nil { columns.insert("tier") }
    if !tags.isEmpty { columns.insert("tags") }
    if since != nil || until != nil { columns.insert("timestamp") }
    if updatedAfter != nil { columns.insert("updated_at") }
    if !backref.isEmpty { columns.insert("notebook") }
    // An expression may name any field, and every write of an item changes one of these.
    if filter != nil { columns.formUnion(Self.anyColumns) }
    return columns
  }

  /// The tables other than `item` that the conditions read, and that change without it.
  var otherTables: Set<StoreTable> {
    edge.isEmpty && backref.isEmpty && filter == nil ? [] : [.edge]
  }

  fileprivate static let anyColumns: Set<String> = [
    "type", "state", "tier", "tags", "version", "updated_at", "timestamp", "source", "source_id",
    "device", "attachments", "properties", "title",
  ]

  /// Whether there is an order only.
  fileprivate var isUnconditional: Bool {
    var plain = ListFilters(sort: sort, direction: direction)
    (plain.limit, plain.cursor) = (limit, cursor)
    return self == plain
  }
}
