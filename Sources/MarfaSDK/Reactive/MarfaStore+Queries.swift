extension MarfaStore {
  /// Every item that filters let through, up to their limit; all when it is nil.
  public func query(filters: ListFilters = ListFilters()) -> ItemQuery {
    ItemQuery(filters: filters, reader: reader, hub: hub)
  }

  /// Every item of a type, as typed values; the type is the filters' own if they name one.
  public func query<Element: MarfaItem>(
    _ type: Element.Type, filters: ListFilters = ListFilters()
  ) -> TypedItemQuery<Element> {
    TypedItemQuery(filters: filters, reader: reader, hub: hub)
  }

  /// One item by its id.
  public func queryItem(id: String) -> SingleItemQuery {
    SingleItemQuery(id: id, reader: reader, hub: hub)
  }

  /// Items with their tags and extensions.
  public func queryItemsWithMetadata(
    filters: ListFilters = ListFilters()
  ) -> ItemsWithMetadataQuery {
    ItemsWithMetadataQuery(filters: filters, reader: reader, hub: hub)
  }

  /// All edges of a type.
  public func queryEdges(ofType edgeType: String) -> EdgesQuery {
    EdgesQuery(ofType: edgeType, in: self)
  }

  /// The edges that start from an item, of one type, or of all when it is nil.
  public func queryEdges(from sourceId: String, edgeType: String? = nil) -> EdgesQuery {
    EdgesQuery(from: sourceId, edgeType: edgeType, in: self)
  }

  /// The tags in use with their counts.
  public func queryTags() -> TagsQuery {
    TagsQuery(reader: reader, hub: hub)
  }

  /// The edges that point to some items, of one type, or of all when it is nil.
  public func queryBackrefs(to targetIds: [String], edgeType: String? = nil) -> BackrefsQuery {
    BackrefsQuery(to: targetIds, edgeType: edgeType, reader: reader, hub: hub)
  }

  /// The changes that the server has not accepted yet; none in a local store.
  public func queryPendingMutations() -> PendingMutationsQuery? {
    PendingMutationsQuery(reader: reader, hub: hub)
  }

  /// The oldest of those changes, and all that wait for a person.
  ///
  /// - Parameter limit: The most of those that wait for nobody.
  /// - Returns: A live query.
  package func queryPendingMutations(limit: Int) -> PendingMutationsQuery {
    PendingMutationsQuery(limit: limit, reader: reader, hub: hub)
  }

  /// What the server refused and nobody has decided about.
  public func queryRefusedChanges() -> RefusedChangesQuery {
    RefusedChangesQuery(reader: reader, hub: hub)
  }

  /// The conflicts that wait for a person.
  public func queryConflicts() -> ConflictsQuery {
    ConflictsQuery(reader: reader, hub: hub)
  }

  /// How far the uploads are; nil in a local store, which uploads nothing.
  public func queryBlobUploadProgress() -> BlobUploadProgressQuery? {
    isSynced ? BlobUploadProgressQuery(store: local) : nil
  }

  /// How far the uploads are, also in a store that may get a server later.
  package func queryUploads() -> BlobUploadProgressQuery { BlobUploadProgressQuery(store: local) }

  /// How many items each place of the source list has.
  ///
  /// - Parameter today: The start of the day; without it nothing counts as changed today.
  /// - Returns: The counts, which follow the store but not the clock.
  public func querySourceCounts(today: Timestamp? = nil) -> SourceCountsQuery {
    SourceCountsQuery(today: today, reader: reader, hub: hub)
  }

  /// All notebooks as a tree with their counts.
  public func queryNotebooks() -> NotebooksQuery {
    NotebooksQuery(reader: reader, hub: hub)
  }

  /// How many notes each of some searches finds, by the name that it is given here.
  public func querySearchCounts(_ queries: [String: SearchQuery]) -> SearchCountsQuery {
    SearchCountsQuery(queries, reader: reader, hub: hub)
  }

  /// All titles, for a box that goes to anything.
  public func queryTitles() -> TitlesQuery {
    TitlesQuery(reader: reader, hub: hub)
  }

  /// A search as it is typed, with the line of each hit that matches.
  ///
  /// - Parameters:
  ///   - filters: Further conditions.
  ///   - limit: How many hits at most.
  /// - Returns: The search, which looks for nothing yet.
  public func querySearch(filters: ListFilters = ListFilters(), limit: Int = 50) -> SearchQueryModel
  {
    SearchQueryModel(filters: filters, limit: limit, store: local, hub: hub)
  }
}
