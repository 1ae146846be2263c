import Foundation
import MarfaModel
import MarfaServer
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct ServerStoreCrashTests {
  private static let writer = "ServerStoreCrashWriter"

  @Test(
    arguments: [1, 40, 150, 300])
  func `every acknowledged write is there once after a kill, with its event`(
    count: Int
  ) async throws {
    let directory = FileManager.default.temporaryDirectory
      .appending(path: "marfa-server-store-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: directory) }

    let acknowledged = try await KilledProgram.lines(
      of: Self.writer, [directory], killedAfter: count)

    let clock = SystemWallClock()
    let store = try SQLiteServerStore(
      directory: directory, clock: clock, ids: ItemIdGenerator(seed: 1, clock: clock))
    var sourceIds: [String: Int] = [:]
    var ids: Set<String> = []
    var filters = ListFilters(sort: .createdAt, limit: 200)
    repeat {
      let page = try await store.read(.items(ItemListRequest(filters)), for: FullAccess()).json
      for item in page["data"]?.arrayValue ?? [] {
        sourceIds[item["source_id"]?.stringValue ?? "", default: 0] += 1
        ids.insert(item["id"]?.stringValue ?? "")
      }
      filters.cursor = page["cursor"]?.stringValue
    } while filters.cursor != nil
    var events: [StoredEvent] = []
    while true {
      let page = try await store.events(after: events.last?.id ?? 0, limit: 10_000)
      if page.isEmpty { break }
      events += page
    }
    #expect(acknowledged.count >= count)
    #expect(acknowledged.allSatisfy { sourceIds[$0] == 1 })
    #expect(sourceIds.values.allSatisfy { $0 == 1 })
    #expect(events.filter { $0.name == .itemCreated }.map(\.itemId).sorted() == ids.sorted())
    #expect(events.map(\.id) == Array(1...Int64(max(events.count, 1))))
    #expect(try await store.check() == [])
  }
}
