import MarfaModel

/// What can be read of items, edges and types; each answers 200 with the documented body.
public enum StoreQuery: Hashable, Sendable {
  /// `GET /items/{id}`: `{item, metadata}` with outgoing edges; `item_not_found`.
  case item(id: String)
  /// `GET /items`: a page of items, or of `{item, metadata}` when metadata is included.
  case items(ItemListRequest)
  /// `GET /items?ids=`: the items of ids that are there, as a page; at most 200.
  case itemsById([String], include: Set<ItemInclude>)
  /// `GET /snapshot`: a part of everything, as lines.
  case snapshot(after: SnapshotPlace)
  /// `GET /changes`: what changed after an event, as lines; `catchup_too_old`.
  case changes(after: Int64)
  /// `GET /items/stats`: how many readable items are active, archived and trashed.
  case stats
  /// `GET /items/{id}/versions`: `{versions, cursor, has_more}`, newest first; `item_not_found`.
  case versions(id: String, cursor: String? = nil)
  /// `GET /items/{id}/metadata`: `{metadata}`; `item_not_found`.
  case metadata(id: String)
  /// `GET /items/{id}/extensions`: `{extensions}`, readable ones; `item_not_found`.
  case extensions(id: String)
  /// `GET /items/{id}/extensions/{namespace}`: `{namespace, data}`, null when there is none;
  /// `forbidden`, `item_not_found`.
  case `extension`(id: String, namespace: String)
  /// `GET /items/{id}/edges`: a page of the item's outgoing edges; `item_not_found`.
  case edges(from: String, EdgeListRequest)
  /// `GET /items/{id}/backrefs`: a page of the edges that point to the item; `item_not_found`.
  case backrefs(to: String, EdgeListRequest)
  /// `GET /edges`: a page of all edges.
  case allEdges(EdgeListRequest)
  /// `GET /edges/types`: `{edge_types}`.
  case edgeTypes
  /// `GET /types`: a bare array.
  case types
  /// `GET /types/{id}`: the schema; `type_not_found`.
  case type(id: String)
  /// `GET /search`: `{results}`.
  case search(SearchRequest)
  /// `GET /metadata/tags`: `{tags, cursor, has_more}` of readable items that are not trashed.
  case tags(cursor: String? = nil)
  /// `GET /webhooks`: `{webhooks}`, oldest first.
  case webhooks
  /// `GET /audit`: a page of what administrators did, newest first; administrators only.
  case audit(limit: Int?, cursor: String?)
  /// `GET /webhooks/{id}`: the webhook; `webhook_not_found`.
  case webhook(id: String)
}

/// What a list of items holds besides the items.
public enum ItemInclude: String, Hashable, Sendable, CaseIterable {
  /// The first outgoing edges of each type.
  case edges
  /// Tags.
  case metadata
  /// Readable sidecars.
  case extensions
}

/// Which items, in which order, with what.
public struct ItemListRequest: Hashable, Sendable {
  /// The filters; `limit` is 1 to 200, 50 when nil; `validation_error` names a bad one.
  ///
  /// `sort` by title is not of the API and is refused.
  public var filters: ListFilters
  /// What comes with each item.
  public var include: Set<ItemInclude>

  /// Takes each part as it is.
  public init(_ filters: ListFilters = ListFilters(), include: Set<ItemInclude> = []) {
    self.filters = filters
    self.include = include
  }
}

/// Which edges, oldest first.
public struct EdgeListRequest: Hashable, Sendable {
  /// Edge types; any when empty; at most 10.
  public var edgeTypes: [String]
  /// 1 to 500; 100 when nil.
  public var limit: Int?
  /// Where the page starts, as the page before or a hydrated item said.
  public var cursor: String?

  /// Takes each part as it is.
  public init(edgeTypes: [String] = [], limit: Int? = nil, cursor: String? = nil) {
    self.edgeTypes = edgeTypes
    self.limit = limit
    self.cursor = cursor
  }
}

/// A full-text search.
public struct SearchRequest: Hashable, Sendable {
  /// Words that must all be there, and phrases in double quotes; a final `*` makes a prefix.
  public var text: String
  /// Narrows the search: type, state, tier, tags and filter; the rest is not looked at.
  public var filters: ListFilters
  /// What comes with each item; metadata always does.
  public var include: Set<ItemInclude>
  /// 1 to 100; 20 when nil.
  public var limit: Int?
  /// 0 to 10,000.
  public var offset: Int

  /// Takes each part as it is.
  public init(
    text: String, filters: ListFilters = ListFilters(), include: Set<ItemInclude> = [],
    limit: Int? = nil, offset: Int = 0
  ) {
    self.text = text
    self.filters = filters
    self.include = include
    self.limit = limit
    self.offset = offset
  }
}
