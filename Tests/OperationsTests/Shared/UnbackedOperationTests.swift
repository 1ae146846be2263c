import Operations
import Testing

/// Models that show a value and have no operation.
@MainActor @Suite(.timeLimit(.minutes(20))) struct UnbackedOperationTests {
  private typealias TestState = QueryState<String, any Error>

  @Test func `a value is shown without an operation`() {
    @SharedOperation<TestState> var post = "preview"
    @SharedOperation<PaginatedState<Int, String, any Error>> var feed = [Page(id: 1, value: "one")]
    @SharedOperation<MutationState<Int, String, any Error>> var create = nil

    #expect(post == "preview" && feed.ids == [1] && create == nil)
    #expect(!$post.isBacked && !$feed.isBacked && !$create.isBacked)
    #expect($post.status.isIdle && !$post.isLoading)
    #expect($post.subscriberCount == 1)
  }

  @Test func `a state is shown as it is`() {
    var state = TestState()
    state.update(with: .failure(TestError()), using: .testing())

    let model = SharedOperation(state: state)

    #expect(model.status.isFailure && !model.isBacked)
  }

  @Test func `a model without an operation is written and reset`() {
    let model = SharedOperation(state: TestState(initialValue: "initial"))

    model.setValue("written")
    #expect(model.wrappedValue == "written")
    model.withLock { $0 = "\($0 ?? "")!" }
    #expect(model.wrappedValue == "written!")
    model.resetState()

    #expect(model.wrappedValue == "initial")
  }

  @Test func `running a model without an operation throws an issue`() async {
    let model = SharedOperation(state: TestState(initialValue: "initial"))
    let feed = SharedOperation(state: PaginatedState<Int, String, any Error>())
    let create = SharedOperation(state: MutationState<Int, String, any Error>())

    await #expect(throws: OperationIssue.self) { try await model.fetch() }
    await #expect(throws: OperationIssue.self) { try await model.run() }
    await #expect(throws: OperationIssue.self) { try await feed.fetchNextPage() }
    await #expect(throws: OperationIssue.self) { try await create.mutate(with: 1) }

    #expect((model.error as? OperationIssue)?.code == .unbackedRun)
    #expect(model.wrappedValue == "initial")
  }

  @Test func `a failure type that cannot hold the issue ends the program`() async {
    await #expect(processExitsWith: .failure) {
      _ = try await SharedOperation(state: QueryState<Int, TestError>()).fetch()
    }
  }

  @Test func `a model without an operation can be given one`() async throws {
    @SharedOperation<TestState> var post = "preview"

    $post.repoint(to: TestQuery<String, any Error>.returning("real").disableAutomaticRunning())
    #expect($post.isBacked && post == nil)
    try await $post.fetch()

    #expect(post == "real")
  }
}
