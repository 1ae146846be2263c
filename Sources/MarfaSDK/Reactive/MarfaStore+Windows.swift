extension MarfaStore {
  /// A window on a list of any length.
  ///
  /// - Parameters:
  ///   - filters: The conditions and the order; the limit and cursor do not count.
  ///   - scope: The place in the source list that the conditions narrow.
  ///   - length: How many rows are in view at first.
  ///   - margin: How many rows to keep ready on either side of the view.
  ///   - excerpts: Whether rows carry the beginning of the body.
  /// - Returns: The window, which reads its first rows at once.
  public func queryWindow(
    filters: ListFilters = ListFilters(), scope: ListScope = .notes, length: Int = 50,
    margin: Int = 100, excerpts: ItemWindow.Excerpts = .none
  ) -> ItemWindow {
    ItemWindow(
      source: reader.window(filters, scope, excerpts: excerpts == .beginning), length: length,
      margin: margin, hub: hub)
  }

  /// A window on what a search finds.
  ///
  /// The newest hits are shown first and put in order right after, when there are many. A search
  /// without words, such as `tag:birds`, is a list by change; one with words puts the best of
  /// 2,000 first, or of more than these the newest 1,000 with those in titles before the others;
  /// all others follow, the newest first. The window knows the hits of a search with words by their
  /// keys, eight bytes each, and the rows only that it shows.
  ///
  /// - Parameters:
  ///   - query: What is looked for.
  ///   - filters: Further conditions, and the order of a search without words.
  ///   - scope: The place in the source list that is searched.
  ///   - length: How many rows are in view at first.
  ///   - margin: How many rows to keep ready on either side of the view.
  ///   - excerpts: Whether rows carry the beginning of the body.
  /// - Returns: The window, which reads its first rows at once.
  public func queryWindow(
    search query: SearchQuery, filters: ListFilters = ListFilters(), scope: ListScope = .notes,
    length: Int = 50, margin: Int = 100, excerpts: ItemWindow.Excerpts = .none
  ) -> ItemWindow {
    ItemWindow(
      source: reader.window(query, filters, scope, excerpts: excerpts == .beginning),
      length: length, margin: margin, hub: hub)
  }

  /// A window on what a text finds, whose last word is taken as the start of one; dates in it are
  /// those of now.
  public func queryWindow(
    search text: String, filters: ListFilters = ListFilters(), scope: ListScope = .notes,
    length: Int = 50, margin: Int = 100, excerpts: ItemWindow.Excerpts = .none
  ) -> ItemWindow {
    queryWindow(
      search: local.query(text), filters: filters, scope: scope, length: length, margin: margin,
      excerpts: excerpts)
  }

  /// Makes a window show another list, from its top; its present rows stay until that is read.
  public func show(
    _ filters: ListFilters, scope: ListScope = .notes, in window: ItemWindow
  ) {
    window.show(reader.window(filters, scope, excerpts: false))
  }

  /// Makes a window show what another text finds; the read under way is given up.
  public func show(
    search text: String, filters: ListFilters = ListFilters(), scope: ListScope = .notes,
    in window: ItemWindow
  ) {
    window.show(reader.window(local.query(text), filters, scope, excerpts: false))
  }

  /// Makes a window show what another search finds; the read under way is given up.
  public func show(
    search query: SearchQuery, filters: ListFilters = ListFilters(), scope: ListScope = .notes,
    in window: ItemWindow
  ) {
    window.show(reader.window(query, filters, scope, excerpts: false))
  }
}
