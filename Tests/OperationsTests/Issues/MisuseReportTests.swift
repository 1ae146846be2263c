import Foundation
import Operations
import Testing

/// Mistakes in the use of the module, as a debug build reports them without being asked.
@Suite(.timeLimit(.minutes(20))) struct MisuseReportTests {
  /// What is written while a closure runs, by its task and those that it makes.
  private func written(during work: () async throws -> Void) async rethrows -> [String] {
    let lines = Log<String>()
    try await IssueOutput.$write.withValue({ lines.add($0) }) { try await work() }
    return lines.elements
  }

  #if DEBUG && !OperationsLogging
  @Test func `OP-C21 an optimistic change in a store without a client is reported`() async throws {
    let mutation = TestMutation { (_: Int, _, _) in }
      .optimistic(updating: ["notes"], of: QueryState<Int, any Error>.self) { value, number in
        value = number
      }

    let lines = try await written {
      try await OperationStore.detached(mutation: mutation).mutate(with: 1)
    }

    #expect(lines.count == 1)
    #expect(lines.first?.hasPrefix("Operations: missingClient: optimistic change of") == true)
  }

  @Test func `OP-C21 one path with two modifiers is reported`() async {
    let client = OperationClient()
    let query = TestQuery.returning("a", path: ["a"])

    let lines = await written {
      _ = client.store(for: query)
      _ = client.store(for: query.retry(limit: 1))
    }

    #expect(lines.count == 1)
    #expect(lines.first?.hasPrefix("Operations: duplicatePath:") == true)
  }
  #endif

  @Test func `a reporter of one's own gets the issue in place of the output`() async {
    let issues = IssueLog()
    let client = OperationClient(defaultContext: issues.context)

    let lines = await written {
      _ = client.store(for: TestQuery.returning("a", path: ["a"]))
      _ = client.store(for: TestQuery.returning("a", path: ["a"]).retry(limit: 1))
    }

    #expect(lines.isEmpty)
    #expect(issues.codes == [.duplicatePath])
  }

  @Test func `a silent reporter drops issues`() async {
    var context = OperationContext()
    context.operationIssueReporter = .silent
    let client = OperationClient(defaultContext: context)

    let lines = await written {
      _ = client.store(for: TestQuery.returning("a", path: ["a"]))
      _ = client.store(for: TestQuery.returning("a", path: ["a"]).retry(limit: 1))
    }

    #expect(lines.isEmpty)
  }

  @Test func `a line goes to the file descriptor whole`() throws {
    let pipe = Pipe()

    IssueOutput.write("Operations: lateYield: []", to: pipe.fileHandleForWriting.fileDescriptor)
    try pipe.fileHandleForWriting.close()

    let text = try pipe.fileHandleForReading.readToEnd().map { String(decoding: $0, as: UTF8.self) }
    #expect(text == "Operations: lateYield: []\n")
  }
}
