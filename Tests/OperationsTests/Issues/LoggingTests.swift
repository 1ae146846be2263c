#if OperationsLogging
import Foundation
import Logging
import Operations
import Testing

/// What is logged with the trait `OperationsLogging`.
@Suite(.timeLimit(.minutes(20))) struct LoggingTests {
  private struct Recorder: LogHandler {
    let lines: Log<String>
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.MetadataValue? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let duration = event.metadata?["duration_seconds"].map { " \($0)" } ?? ""
      let operation = event.metadata?["operation"].map { " \($0)" } ?? ""
      lines.add("\(event.level): \(event.message)\(duration)\(operation)")
    }
  }

  private let lines = Log<String>()

  private var logger: Logger {
    let lines = lines
    return Logger(label: "test") { _ in Recorder(lines: lines) }
  }

  @Test func `the duration of a run is logged whether it succeeds or fails`() async throws {
    let clock = ManualClock()
    let runs = Counter()
    let store = OperationStore.detached(
      query: TestQuery<String, any Error> {
        clock.advance(by: 1.5)
        if runs.increment() == 2 { throw TestError() }
        return "a"
      }.logDuration(with: logger, at: .debug),
      initialContext: .testing(clock: clock))

    try await store.fetch()
    _ = try? await store.fetch()

    let line = "debug: Operation run ended 1.5 OperationsTests.TestQuery<Swift.String, Swift.Error>"
    #expect(lines.elements == [line, line])
  }

  @Test func `issues are logged as warnings`() async throws {
    var context = OperationContext()
    context.operationLogger = logger
    let store = OperationStore.detached(
      mutation: TestMutation { (word: String, _, _) in word }, initialContext: context)

    _ = try await store.retryLatest()

    #expect(lines.count == 1)
    #expect(lines.elements.first?.hasPrefix("warning: missingArguments") == true)
  }
}
#endif
