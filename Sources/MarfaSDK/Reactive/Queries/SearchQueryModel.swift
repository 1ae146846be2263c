import Observation

/// A search as it is typed: the newest hits at once, then the best ones with the line that
/// matches.
///
/// Asking for something else gives up the read under way. The hits follow the store.
///
/// ```swift
/// let search = store.querySearch()
/// search.search("flour -yeast")
/// show(search.hits.map(\.summary.title))
/// ```
@MainActor @Observable
public final class SearchQueryModel {
  private enum Stage: Sendable {
    /// The newest hits, which are found in a moment.
    case newest
    /// The best hits.
    case best
  }

  /// What is looked for, as it was typed.
  public private(set) var text = ""
  /// The hits of this text, or of the one before while nothing has been read yet.
  public private(set) var hits: [SearchHit] = []
  /// Whether there are more hits than these.
  public private(set) var hasMore = false
  /// What of the text was not understood and taken literally.
  public private(set) var hints: [SearchHint] = []
  /// Whether the hits are in order of relevance, with snippets.
  public private(set) var isRanked = false
  /// Whether hits of the text are still to be read.
  public private(set) var isLoading = false
  /// Why the newest read failed; nil once one succeeds.
  public private(set) var error: (any Error)?

  /// How often it was read.
  @ObservationIgnored package private(set) var reads = ReadCounts()
  @ObservationIgnored private var query = SearchQuery(nil)
  @ObservationIgnored private var stage = Stage.newest
  @ObservationIgnored private var isStarted = false
  @ObservationIgnored private var refresher: Refresher<SearchResults>?
  private let filters: ListFilters
  private let limit: Int
  private let store: LocalStore

  init(filters: ListFilters, limit: Int, store: LocalStore, hub: ChangeHub) {
    self.filters = filters
    self.limit = limit
    self.store = store
    refresher = Refresher<SearchResults>(
      hub: hub, interest: .search,
      makeRead: { [weak self] _ in self?.makeRead() },
      finish: { [weak self] in self?.take($0) })
  }

  /// Looks for something else from now on; an empty text finds nothing.
  public func search(_ text: String) {
    guard text != self.text else { return }
    self.text = text
    query = store.query(text)
    hints = query.hints
    stage = .newest
    isLoading = true
    if isStarted {
      refresher?.restart()
    } else {
      isStarted = true
      refresher?.start()
    }
  }

  /// Ends all reading; the hits stay as they are.
  public func stop() {
    refresher?.stop()
    isLoading = false
  }

  private func makeRead() -> Refresher<SearchResults>.Read {
    let (query, stage) = (query, stage)
    return { [store, filters, limit] in
      guard query.expression != nil else { return SearchResults() }
      switch stage {
      case .newest: return try await store.searchFirst(query, filters: filters, limit: limit)
      case .best: return try await store.search(query, filters: filters, limit: limit)
      }
    }
  }

  private func take(_ result: Result<SearchResults, any Error>) {
    reads.fetches += 1
    switch result {
    case .success(let results):
      if hits != results.hits { hits = results.hits }
      hasMore = results.hasMore
      if error != nil { error = nil }
      isRanked = stage == .best || results.hits.isEmpty
      if !isRanked {
        stage = .best
        refresher?.request()
      } else {
        stage = .best
        isLoading = false
      }
    case .failure(let failure):
      error = failure
      isLoading = false
    }
  }
}
