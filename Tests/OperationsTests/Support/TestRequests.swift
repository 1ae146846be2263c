import Operations

struct TestError: Error, Hashable {
  var name = "E"
}

/// A query whose fetch is a closure.
struct TestQuery<Value: Sendable, Failure: Error>: QueryRequest {
  var path: OperationPath = ["test"]
  let body:
    @Sendable (OperationContext, OperationContinuation<Value, Failure>) async throws(Failure) ->
      Value

  func fetch(
    isolation: isolated (any Actor)?, in context: OperationContext,
    with continuation: OperationContinuation<Value, Failure>
  ) async throws(Failure) -> Value {
    try await body(context, continuation)
  }
}

extension TestQuery where Failure == any Error {
  init(
    path: OperationPath = ["test"],
    _ body:
      @escaping @Sendable (
        OperationContext, OperationContinuation<Value, any Error>
      ) async throws -> Value
  ) {
    self.path = path
    self.body = body
  }

  init(path: OperationPath = ["test"], _ body: @escaping @Sendable () async throws -> Value) {
    self.init(path: path) { _, _ in try await body() }
  }

  /// A query that returns a value at once.
  static func returning(_ value: Value, path: OperationPath = ["test"]) -> Self {
    Self(path: path) { value }
  }
}

extension TestQuery where Failure == any Error, Value == String {
  /// A query that throws at once.
  static func throwing(_ error: TestError = TestError(), path: OperationPath = ["test"]) -> Self {
    Self(path: path) { throw error }
  }

  /// A query that returns or throws what the script says for each run, and then its last entry.
  static func scripted(_ results: [Result<String, TestError>]) -> Self {
    let runs = Counter()
    return Self { try results[min(runs.increment(), results.count) - 1].get() }
  }
}

/// A mutation whose run is a closure.
struct TestMutation<Arguments: Sendable, Value: Sendable>: MutationRequest {
  var path: OperationPath = ["mutation"]
  let body:
    @Sendable (Arguments, OperationContext, OperationContinuation<Value, any Error>) async throws
      -> Value

  init(
    path: OperationPath = ["mutation"],
    _ body:
      @escaping @Sendable (
        Arguments, OperationContext, OperationContinuation<Value, any Error>
      ) async throws -> Value
  ) {
    self.path = path
    self.body = body
  }

  func mutate(
    isolation: isolated (any Actor)?, with arguments: Arguments, in context: OperationContext,
    with continuation: OperationContinuation<Value, any Error>
  ) async throws -> Value {
    try await body(arguments, context, continuation)
  }
}

/// A list of numbered pages whose values come from a closure.
struct TestPages: PaginatedRequest {
  var path: OperationPath = ["pages"]
  var initialPageId = 0
  /// The ids that exist.
  var range: @Sendable () -> ClosedRange<Int> = { -100...100 }
  let body:
    @Sendable (Int, OperationContext, OperationContinuation<String, any Error>) async throws ->
      String

  init(
    path: OperationPath = ["pages"],
    _ body:
      @escaping @Sendable (
        Int, OperationContext, OperationContinuation<String, any Error>
      ) async throws -> String = { id, _, _ in "page \(id)" },
    range: @escaping @Sendable () -> ClosedRange<Int> = { -100...100 }
  ) {
    self.path = path
    self.range = range
    self.body = body
  }

  func pageId(
    after page: Page<Int, String>, using paging: Paging<Int, String>, in context: OperationContext
  ) -> Int? {
    range().contains(page.id + 1) ? page.id + 1 : nil
  }

  func pageId(
    before page: Page<Int, String>, using paging: Paging<Int, String>, in context: OperationContext
  ) -> Int? {
    range().contains(page.id - 1) ? page.id - 1 : nil
  }

  func fetchPage(
    isolation: isolated (any Actor)?, using paging: Paging<Int, String>,
    in context: OperationContext, with continuation: OperationContinuation<String, any Error>
  ) async throws -> String {
    try await body(paging.pageId, context, continuation)
  }
}
