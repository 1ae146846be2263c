import GRDB
import MarfaSDK
import Testing

@Suite struct NotebookPlanTests {
  @Test func `the notebooks are found without a walk over the titles of all notes`() async throws {
    let folder = TemporaryFolder()
    let path = folder.path("notes.sqlite")
    let client = MarfaClient(store: try LocalStore.open(path: path))
    let notes = (0..<600).map {
      CreateItemInput(type: "core.note", properties: ["title": .string("Note \($0)")])
    }
    _ = try await client.items.bulk(notes, mode: .createOnly)

    let plan = try await DatabaseQueue(path: path).write { db in
      try db.execute(sql: "ANALYZE")
      return try Row.fetchAll(
        db, sql: "EXPLAIN QUERY PLAN " + NotebookFetch.statement, arguments: [0, "core.group"]
      ).map { $0["detail"] as String }
    }

    #expect(plan.contains { $0.hasPrefix("SEARCH item USING INDEX item_by_type") }, "\(plan)")
    #expect(!plan.contains { $0.hasPrefix("SCAN") }, "\(plan)")
  }
}
