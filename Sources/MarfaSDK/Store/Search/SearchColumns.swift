/// The columns of `item` that searches read.
///
/// Each write of a text writes `edited_at` too, so that `item_text` needs no column here. What
/// claims and answers write, `version`, `updated_at` and `sync_flags`, is not among them: while a
/// queue drains, the searches on the screen are not run again.
enum SearchColumns {
  /// Those of every search.
  static let always: Set<String> = [
    "type", "state", "tags", "title", "title_sort", "initials", "properties", "timestamp",
    "edited_at", "created_at", "source", "device", "attachments", "attachment_count", "is_pinned",
    "is_favourite", "is_listed", "notebook", "link_count",
  ]

  /// Those of some searches, counted together.
  static func columns(of queries: some Sequence<SearchQuery>) -> Set<String> {
    var columns = always
    for query in queries {
      query.expression?.forEachTerm { if $0.readsSyncFlags { columns.insert("sync_flags") } }
    }
    return columns
  }
}

extension SearchTerm {
  /// Whether the condition is on what the server has of an item.
  var readsSyncFlags: Bool { self == .state(.unsynced) || self == .state(.refused) }
}

extension StoreInterest {
  /// What a search shows and reads.
  static var search: StoreInterest { StoreInterest(.item, .edge) }
}
