import Testing

/// The stores that a test runs on.
enum StoreKind: CaseIterable, Sendable {
  /// A file.
  case sqlite
  /// Memory.
  case memory

  /// The store of the test that runs.
  @TaskLocal static var current = StoreKind.sqlite
}

/// Runs each test once for every store: what a store must pass.
struct EveryStore: TestTrait, SuiteTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    for kind in StoreKind.allCases {
      try await StoreKind.$current.withValue(kind) { try await function() }
    }
  }
}

extension Trait where Self == EveryStore {
  /// Runs each test once for every store.
  static var everyStore: Self { EveryStore() }
}
