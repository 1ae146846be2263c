import Operations

/// Pages that note their fetches, wait at the gate while held, and show a version number.
final class NotedPages: Sendable {
  let fetches = Log<Int>()
  let gate = Gate()
  let isHeld = Flag()
  let version = Counter()

  var pages: TestPages {
    let (fetches, gate, isHeld, version) = (fetches, gate, isHeld, version)
    return TestPages { id, _, _ in
      fetches.add(id)
      if isHeld.isSet { try await gate.pass() }
      return version.value == 0 ? "page \(id)" : "page \(id).\(version.value)"
    }
  }
}

/// A suite whose lists are those of its noted pages.
protocol PaginatedSuite {
  var noted: NotedPages { get }
}

extension PaginatedSuite {
  var fetches: Log<Int> { noted.fetches }
  var gate: Gate { noted.gate }
  var isHeld: Flag { noted.isHeld }
  var version: Counter { noted.version }
  var pages: TestPages { noted.pages }

  /// A store with some pages loaded, none of them noted.
  func store(
    _ pages: some PaginatedRequest<Int, String, any Error>, loading count: Int = 0,
    context: OperationContext = .testing()
  ) async throws -> OperationStore<PaginatedState<Int, String, any Error>> {
    let store = OperationStore.detached(paginated: pages, initialContext: context)
    for _ in 0..<count { try await store.fetchNextPage() }
    fetches.clear()
    return store
  }
}
