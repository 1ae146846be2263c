import Foundation
import MarfaModel
import MarfaServer
import Testing

@Suite(.everyStore, .timeLimit(.minutes(20))) struct ReadLimitsTests {
  @Test func `the cost that a question may have is a setting, and a refusal names it`() async throws
  {
    let fixture = try StoreFixture()
    var settings = SpaceSettings()
    settings.reading.filterConditions = 2
    settings.reading.filterEdgeConditions = 1
    settings.reading.filterValues = 3
    settings.reading.pageBytes = 65_536
    try await fixture.store.setSettings(settings)
    for number in 0..<3 {
      _ = try await fixture.note("\(number)", body: String(repeating: "x", count: 40_000))
    }

    let page = try await fixture.read(.items(ItemListRequest(ListFilters(sort: .createdAt))))
    for (filter, limit) in [
      (#"tags eq "a" or tags eq "b" or tags eq "c""#, 2),
      ("edge[about] exists or edge[about] exists", 1), (#"id in ("1", "2", "3", "4")"#, 3),
    ] {
      let error = await #expect(throws: ValidationError.self) {
        try await fixture.read(
          .items(ItemListRequest(ListFilters(filter: filter, sort: .createdAt))))
      }
      #expect(error?.details?["field"] == "filter")
      #expect(error?.details?["limit"] == .integer(Int64(limit)))
    }

    settings.reading.eventPage = 2
    settings.reading.pageBytes = 4 << 20
    try await fixture.store.setSettings(settings)
    let changes = try await fixture.store.read(.changes(after: 0), for: FullAccess())
    let head = try #require(
      String(decoding: changes.body, as: UTF8.self).split(separator: "\n").first)
    #expect(try JSONParser.parse(head.utf8)["next"] == "2")
    #expect(page.ids.count == 2)
    #expect(page["has_more"] == true)
  }

  @Test func `the limits that an older build kept are read`() throws {
    let kept =
      #"{"pageBytes":65536,"filterConditions":2,"filterEdgeConditions":1,"filterValues":3}"#

    let limits = try JSONDecoder().decode(ReadLimits.self, from: Data(kept.utf8))

    #expect(limits.pageBytes == 65_536)
    #expect(limits.filterValues == 3)
    #expect(limits.eventPage == ReadLimits().eventPage)
  }
}
