import Observation

/// What a read of a live value found.
package enum LiveReading<Value: Sendable>: Sendable {
  /// The change did not matter, so nothing was fetched.
  case unaffected
  /// It was fetched and is equal to what is shown.
  case same
  /// It was fetched and differs.
  case value(Value)
}

/// How a live value is read.
package struct LiveSource<Value: Sendable & Equatable>: Sendable {
  /// Which tables and columns it depends on.
  package var interest: StoreInterest
  /// Reads for a change, or all if it is nil, given the shown value, if any.
  package var read: @Sendable (StoreChange?, Value?) async throws -> LiveReading<Value>

  package init(
    interest: StoreInterest,
    read: @escaping @Sendable (StoreChange?, Value?) async throws -> LiveReading<Value>
  ) {
    self.interest = interest
    self.read = read
  }
}

/// How often a query has read, for the tests of what it reads needlessly.
package struct ReadCounts: Hashable, Sendable {
  /// Full fetches.
  package var fetches = 0
  /// Looks at the rows of a change that found it not to matter.
  package var unaffected = 0

  package init(fetches: Int = 0, unaffected: Int = 0) {
    self.fetches = fetches
    self.unaffected = unaffected
  }
}

/// What of a live value is observed.
///
/// It is no part of the value itself because the key paths of a generic class are built again at
/// each access, which takes longer than all else of it.
@MainActor @Observable private final class LiveState {
  /// How many values there have been.
  var number = 0
  var isLoading = true
  var error: (any Error)?
}

/// A value that follows the store: read off the main actor, assigned on it only when it differs.
@MainActor package final class LiveValue<Value: Sendable & Equatable> {
  /// The newest value, or the one it was made with; observed, as are `isLoading` and `error`.
  package var value: Value {
    _ = state.number
    return newest
  }
  /// How many values there have been; observed.
  var number: Int { state.number }
  /// Whether nothing has been read yet.
  package var isLoading: Bool { state.isLoading }
  /// Why the newest read failed; nil once one succeeds.
  package var error: (any Error)? { state.error }

  /// How often it was read.
  package private(set) var reads = ReadCounts()
  private let state = LiveState()
  private var newest: Value
  private var source: LiveSource<Value>
  private var refresher: Refresher<LiveReading<Value>>?
  private var hasValue = false

  /// Starts to follow the store.
  package init(_ initial: Value, source: LiveSource<Value>, hub: ChangeHub) {
    newest = initial
    self.source = source
    let refresher = Refresher<LiveReading<Value>>(
      hub: hub, interest: source.interest,
      makeRead: { [weak self] in self?.makeRead(for: $0) },
      finish: { [weak self] in self?.take($0) })
    self.refresher = refresher
    refresher.start()
  }

  /// Follows something else from now on; the present value stays until that is read.
  package func follow(_ other: LiveSource<Value>) {
    source = other
    state.isLoading = true
    refresher?.interest = other.interest
    refresher?.restart()
  }

  /// Waits until the value is the stored one, unless time must pass before it is read.
  package func settle() async { await refresher?.settle() }

  /// Ends all reading; the value stays as it is.
  package func stop() {
    refresher?.stop()
    state.isLoading = false
  }

  private func makeRead(for change: StoreChange?) -> Refresher<LiveReading<Value>>.Read {
    let current = hasValue ? newest : nil
    return { [source] in try await source.read(change, current) }
  }

  private func take(_ result: Result<LiveReading<Value>, any Error>) {
    switch result {
    case .success(let reading):
      if case .unaffected = reading { reads.unaffected += 1 } else { reads.fetches += 1 }
      if case .value(let next) = reading { show(next) }
      hasValue = true
      if state.error != nil { state.error = nil }
    case .failure(let failure):
      reads.fetches += 1
      state.error = failure
    }
    if state.isLoading { state.isLoading = false }
  }

  /// Observers are notified just before the value changes, as with a property.
  private func show(_ next: Value) {
    state.number += 1
    newest = next
  }
}
