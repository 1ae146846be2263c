import Observation

/// A live list of items that holds only the rows in view and a margin on either side.
///
/// It keeps the view where it is: rows that come or go above it change the places, not what is
/// seen. The selection is bound to an item's id and keeps its line on the screen.
///
/// ```swift
/// let window = store.queryWindow(filters: ListFilters(tags: ["bread"]), length: 20)
/// show(window.rows.map(\.title))
/// ```
@MainActor @Observable
public final class ItemWindow {
  /// A place to jump to.
  public enum Destination: Hashable, Sendable {
    /// The first rows.
    case top
    /// The last rows.
    case bottom
    /// An item, in the middle of the view unless it is in view already.
    case item(String)
  }

  /// Whether nothing has been read yet.
  public private(set) var isLoading = true
  /// Why the newest read failed; nil once one succeeds.
  public private(set) var error: (any Error)?
  /// Whether the rows are in their final order; a search shows the newest hits first and ranks
  /// them then.
  public var isRanked: Bool { observe { $0.content?.isProvisional == false } }
  /// Whether a search found more than is listed so far: those that are not ranked come with the
  /// next read.
  public var isCutOff: Bool { observe { $0.content?.isCutOff == true } }
  /// The state as a whole; `observe(_:)` and `change(_:)` reach it without a copy.
  private var view: WindowView {
    get { observe { $0 } }
    set { change { $0 = newValue } }
  }
  @ObservationIgnored private var held: WindowView

  /// How often rows were read.
  @ObservationIgnored package private(set) var reads = ReadCounts()
  @ObservationIgnored private var source: WindowSource
  @ObservationIgnored private var refresher: Refresher<WindowReading>?
  @ObservationIgnored private var wish = WindowRequest.Target.top
  /// Whether the rows are those of the list before, while the one to show is still being read.
  public private(set) var isStale = false
  private let margin: Int

  init(source: WindowSource, length: Int, margin: Int, hub: ChangeHub) {
    self.source = source
    self.margin = margin
    held = WindowView(length: length)
    let refresher = Refresher<WindowReading>(
      hub: hub, interest: source.interest,
      makeRead: { [weak self] in self?.makeRead(for: $0) },
      finish: { [weak self] in self?.take($0) })
    self.refresher = refresher
    refresher.start()
  }

  private func observe<Part>(_ part: (WindowView) -> Part) -> Part {
    access(keyPath: \.view)
    return part(held)
  }

  private func change(_ body: (inout WindowView) -> Void) {
    withMutation(keyPath: \.view) { body(&held) }
  }

  /// How many rows there are: those of the list, and the selected one when that has left it.
  public var count: Int { observe { $0.count } }

  /// How many items the list has.
  public var listedCount: Int { observe { $0.storedCount } }

  /// The places in view, from 0, never beyond the last row.
  public var range: Range<Int> { observe { $0.visible.clamped(to: 0..<$0.count) } }

  /// The rows in view, in order; fewer than `range` has while they are being read.
  public var rows: [ListedItem] { range.compactMap { self[$0] } }

  /// The places whose rows can be had without reading.
  public var loadedRange: Range<Int> { observe { $0.loaded } }

  /// The row at a place, or nil when it has not been read.
  public subscript(index: Int) -> ListedItem? { observe { $0[index]?.row } }

  /// How many rows have come to be above the view since its top was last seen.
  public var newAbove: Int { observe { $0.content?.newAbove ?? 0 } }

  /// The selected item's id.
  public var selection: String? { observe { $0.selection?.id } }

  /// The selected item's place, as far as it is known.
  public var selectedIndex: Int? { observe { $0.selectedIndex } }
}

// MARK: - Moving

extension ItemWindow {
  /// Says which places are in view; rows that are not there yet are read.
  public func setVisible(_ range: Range<Int>) {
    guard range != observe({ $0.visible }) else { return }
    change { $0.show(range) }
    readIfNeeded()
  }

  /// Moves the view; the rows are there after a read.
  public func jump(to destination: Destination) {
    switch destination {
    case .top: wish = .top
    case .bottom: wish = .bottom
    case .item(let id): wish = .item(id)
    }
    refresher?.request()
  }

  /// Selects an item by its id, or nothing; the view does not move.
  public func select(_ id: String?) {
    let isKnown = id.map { id in observe { $0.content?.index(of: id) != nil } } ?? true
    change { $0.select(id) }
    if !isKnown { refresher?.request() }
  }

  /// Selects the row at a place, if it has been read.
  public func select(at index: Int) {
    guard let id = observe({ $0[index]?.row.id }) else { return }
    select(id)
  }

  /// Finds an item's place.
  ///
  /// - Parameter id: The item's id.
  /// - Returns: Its place, or nil when it is not in the list.
  /// - Throws: What reading throws.
  public func index(of id: String) async throws -> Int? {
    let view = view
    if let index = view.loaded.first(where: { view[$0]?.row.id == id }) { return index }
    return try await source.index(id)
  }

  /// All ids of the list, in its order.
  ///
  /// - Returns: The ids, which may be many.
  /// - Throws: What reading throws.
  public func ids() async throws -> [String] { try await source.ids() }

  /// Shows another list from now on, from its top; the present rows stay until it is read.
  func show(_ other: WindowSource) {
    source = other
    isStale = true
    wish = .top
    change { $0.select(nil) }
    refresher?.interest = other.interest
    refresher?.restart()
  }

  /// Waits until the rows are those that are stored, unless the window waits for time to pass.
  package func settle() async { await refresher?.settle() }

  /// Ends all reading; the rows stay as they are.
  public func stop() {
    refresher?.stop()
    isLoading = false
  }
}

// MARK: - Reading

extension ItemWindow {
  private func readIfNeeded() {
    let (visible, count, loaded) = observe { ($0.visible, $0.count, $0.loaded) }
    let wanted = visible.clamped(to: 0..<count)
    let reach = margin / 2
    let near = max(0, wanted.lowerBound - reach)..<min(count, wanted.upperBound + reach)
    guard !near.isEmpty, near.lowerBound < loaded.lowerBound || near.upperBound > loaded.upperBound
    else { return }
    wish = .range(visible)
    refresher?.request()
  }

  private func makeRead(for change: StoreChange?) -> Refresher<WindowReading>.Read {
    var request = view.request(wish, margin: margin)
    if isStale {
      (request.content, request.topMark) = (nil, nil)
      if case .item = request.target {} else { request.target = .top }
    }
    wish = .stay
    return { [source, request] in try await source.read(request, change) }
  }

  private func take(_ result: Result<WindowReading, any Error>) {
    switch result {
    case .success(.unaffected):
      reads.unaffected += 1
    case .success(.content(let content)):
      reads.fetches += 1
      if isStale { isStale = false }
      let wasAtHead = view.content?.isProvisional == true && view.selectedIndex == 0
      var next = view
      next.take(content)
      // A selection that only was on the first row keeps to it when the rows are put in order.
      if wasAtHead { next.select(next[0]?.row.id) }
      if next != view { view = next }
      if error != nil { error = nil }
    case .failure(let failure):
      reads.fetches += 1
      error = failure
    }
    if isLoading { isLoading = false }
    guard case .stay = wish, error == nil else { return }
    if view.content?.isProvisional == true || isCutOff || view.isSelectionLost {
      refresher?.request()
    } else {
      readIfNeeded()
    }
  }
}

/// How a window is read.
struct WindowSource: Sendable {
  /// Which tables it depends on.
  var interest: StoreInterest
  /// Reads what a request wants, for a change or for none.
  var read: @Sendable (WindowRequest, StoreChange?) async throws -> WindowReading
  /// Finds an item's place.
  var index: @Sendable (String) async throws -> Int?
  /// Reads the ids of the whole list.
  var ids: @Sendable () async throws -> [String]
}
