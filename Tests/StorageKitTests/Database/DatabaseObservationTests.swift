import Foundation
import Observation
import StorageKit
import Testing

/// Queries as a screen shows them.
@MainActor @Suite(.timeLimit(.minutes(20))) struct DatabaseObservationTests {
  private let store: Store

  init() throws {
    store = try Store()
  }

  private var users: GenericRepository<UserProfileModel, UserProfileRecord> { store.users }

  /// Waits until a model shows what is wanted, woken by its changes alone.
  private func wait<Value>(
    for model: DatabaseObservation<Value>,
    until condition: @MainActor (DatabaseObservation<Value>) -> Bool
  ) async {
    while true {
      let (changes, continuation) = AsyncStream<Void>.makeStream(
        bufferingPolicy: .bufferingNewest(1))
      let isThere = withObservationTracking {
        condition(model)
      } onChange: {
        continuation.yield()
      }
      if isThere { return }
      var iterator = changes.makeAsyncIterator()
      await iterator.next()
    }
  }

  @Test func `a property shows a query and follows its changes`() async throws {
    @DatabaseObservation(
      in: store.ctx.db,
      query: { try String.fetchAll($0, sql: "SELECT name FROM user_profiles ORDER BY name") })
    var names: [String] = []

    #expect(names.isEmpty && $names.isLoading)
    await wait(for: $names) { !$0.isLoading }
    try await users.put(.named("Bob", id: "u2"))
    await wait(for: $names) { $0.wrappedValue == ["Bob"] }
    try await users.put(.named("Ann"))
    await wait(for: $names) { $0.wrappedValue == ["Ann", "Bob"] }

    #expect(names == ["Ann", "Bob"])
    #expect($names.loadError == nil)
  }

  @Test func `a commit that changes nothing in the result changes nothing on the screen`()
    async throws
  {
    let model = DatabaseObservation(wrappedValue: -1, in: store.ctx.db) { db in
      try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM user_profiles") ?? -1
    }
    await wait(for: model) { $0.wrappedValue == 0 }
    try await users.put(.named("Ann"))
    await wait(for: model) { $0.wrappedValue == 1 }
    let isChanged = Counter()
    withObservationTracking {
      _ = model.wrappedValue
    } onChange: {
      isChanged.increment()
    }

    try await users.put(.named("Anna"))
    try await model.load()
    #expect(isChanged.value == 0)

    try await users.put(.named("Bob", id: "u2"))
    await wait(for: model) { $0.wrappedValue == 2 }
    #expect(isChanged.value == 1)
  }

  @Test func `a failed read is an error and keeps the previous value`() async throws {
    let model = DatabaseObservation(wrappedValue: 7, in: store.ctx.db) { db in
      try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM missing") ?? -1
    }
    await wait(for: model) { $0.loadError != nil }
    #expect((model.loadError as? StorageError)?.code == .statement)
    #expect(model.wrappedValue == 7 && !model.isLoading)
    await #expect(throws: StorageError.self) { try await model.load() }

    try store.execute("CREATE TABLE missing (id INTEGER); INSERT INTO missing VALUES (1), (2)")
    try await model.load()

    #expect(model.wrappedValue == 2 && model.loadError == nil)
  }

  @Test func `a model is pointed at another query and shows the old value until the new one`()
    async throws
  {
    for (id, name) in [("u1", "Ann"), ("u2", "Bob")] {
      try await users.put(.named(name, id: id))
    }
    let model = users.observation(of: "u1")
    await wait(for: model) { $0.wrappedValue?.name == "Ann" }

    model.load { try UserProfileRecord.fetchOne($0, key: "u2")?.asEntity() }
    #expect(model.wrappedValue?.name == "Ann" && model.isLoading)
    await wait(for: model) { $0.wrappedValue?.name == "Bob" }

    #expect(!model.isLoading)
  }

  @Test func `a repository gives all its entities as a model`() async throws {
    let model = users.observation(orderBy: "name", ascending: false)
    for (id, name) in [("u1", "Ann"), ("u2", "Bob")] {
      try await users.put(.named(name, id: id))
    }

    await wait(for: model) { $0.wrappedValue.count == 2 }

    #expect(model.wrappedValue.map(\.name) == ["Bob", "Ann"])
  }

  @Test func `a stopped model keeps its value`() async throws {
    let model = users.observation()
    await wait(for: model) { !$0.isLoading }
    let other = users.observation()

    model.stop()
    try await users.put(.named("Ann"))
    await wait(for: other) { $0.wrappedValue.count == 1 }

    #expect(model.wrappedValue.isEmpty && !model.isLoading)
  }

  @Test func `a model that is gone observes nothing`() async throws {
    weak var gone: DatabaseObservation<[UserProfileModel]>?
    do {
      let model = users.observation()
      gone = model
      await wait(for: model) { !$0.isLoading }
    }

    #expect(gone == nil)
  }
}
