import Operations
import Testing

/// A request in place of one that fails: it keeps its own modifiers.
@Suite(.timeLimit(.minutes(20))) struct FallbackTests {
  private let delayer = RecordingDelayer()
  private let attempts = Log<String>()

  private func failing(_ name: String) -> TestQuery<String, any Error> {
    let attempts = attempts
    return TestQuery {
      attempts.add(name)
      throw TestError(name: name)
    }
  }

  private func run(_ query: some QueryRequest<String, any Error>) async {
    var context = OperationContext()
    context.operationDelayer = delayer
    _ = try? await OperationStore.detached(query: query, initialContext: context).fetch()
  }

  @Test func `each of the two has its own retries`() async {
    await run(failing("a").retry(limit: 1).fallback(to: failing("b").retry(limit: 2)))

    #expect(attempts.elements == ["a", "a", "b", "b", "b"])
  }

  @Test func `a fallback of another type has its own retries and waits`() async {
    let other = failing("b").catch { error, _ in throw error }
    await run(
      failing("a").retry(limit: 1).backoff(.constant(.seconds(1)))
        .fallback(to: other.retry(limit: 2).backoff(.constant(.seconds(9)))))

    #expect(attempts.elements == ["a", "a", "b", "b", "b"])
    #expect(delayer.durations == [.seconds(1), .seconds(9), .seconds(9)])
  }

  @Test func `retries of the fallback alone are not those of the first`() async {
    await run(failing("a").fallback(to: failing("b").retry(limit: 2)))

    #expect(attempts.elements == ["a", "b", "b", "b"])
  }

  @Test func `retries around both try both again`() async {
    await run(failing("a").fallback(to: failing("b")).retry(limit: 1))

    #expect(attempts.elements == ["a", "b", "a", "b"])
  }

  @Test func `a run never joins the execution of the fallback`() async throws {
    let gate = Gate()
    let isBroken = Flag(true)
    let first = TestQuery<String, any Error> {
      if isBroken.isSet { throw TestError() }
      return "first"
    }
    let second = TestQuery<String, any Error> {
      try await gate.pass()
      return "second"
    }
    let store = OperationStore.detached(
      query: first.deduplicated().fallback(to: second.deduplicated()))
    async let fallen = store.fetch()
    await gate.arrival()
    isBroken.set(false)

    #expect(try await store.fetch() == "first")
    gate.open()
    #expect(try await fallen == "second")
  }

  @Test func `the values of one run reach the fallback`() async throws {
    let reading = TestQuery<String, any Error> { context, _ in "\(context.operationMaxRetries)" }
    let store = OperationStore.detached(query: failing("a").fallback(to: reading))
    var context = store.context
    context.operationMaxRetries = 7

    #expect(try await store.fetch(using: context) == "7")
  }
}
