import Operations
import Testing

/// Requests that are run without a store.
@Suite(.timeLimit(.minutes(20))) struct OperationRunnerTests {
  private struct Countdown: OperationRequest {
    func setup(context: inout OperationContext) {
      context.operationMaxRetries += 1
    }

    func run(
      isolation: isolated (any Actor)?, in context: OperationContext,
      with continuation: OperationContinuation<Int, any Error>
    ) async throws -> Int {
      for number in [3, 2, 1] { continuation.yield(number) }
      return context.operationMaxRetries
    }
  }

  @Test func `a runner prepares its context once and runs often`() async throws {
    let yields = Log<Int>()
    let runner = OperationRunner(operation: Countdown())
    let continuation = OperationContinuation<Int, any Error> { result, _ in
      if case .success(let number) = result { yields.add(number) }
    }

    let first = try await runner.run(with: continuation)
    let second = try await runner.run()

    #expect([first, second] == [1, 1])
    #expect(yields.elements == [3, 2, 1])
  }

  @Test func `a mutation is run with arguments`() async throws {
    let runner = OperationRunner(operation: TestMutation { (word: String, _, _) in word + "!" })

    #expect(try await runner.mutate(with: "a") == "a!")
  }

  @Test func `a mutation without arguments throws an issue`() async {
    let runner = OperationRunner(operation: TestMutation { (word: String, _, _) in word })

    let error = await #expect(throws: OperationIssue.self) { try await runner.run() }

    #expect(error?.code == .missingArguments)
  }

  @Test func `a paginated request without a store gives its first page`() async throws {
    let value = try await OperationRunner(operation: TestPages()).run()

    #expect(value.fetchedPages.ids == [0])
  }

  @Test func `a deduplicated request is run once for each run of a runner at rest`() async throws {
    let runs = Counter()
    let runner = OperationRunner(operation: TestQuery { runs.increment() }.deduplicated())

    _ = try await runner.run()
    _ = try await runner.run()

    #expect(runs.value == 2)
  }
}
