import MarfaModel
import Testing

@Suite(.timeLimit(.minutes(20))) struct ItemCreationTests {
  private let now = Timestamp(milliseconds: 1_000_000)
  private let later = Timestamp(milliseconds: 2_000_000)

  private var item: Item {
    let input = CreateItemInput(
      type: "core.note", properties: ["body": "b", "title": nil, "x": 1], sourceId: "s1")
    return Item(creating: input, id: "i", now: now, source: "local")
  }

  @Test func `a new item has version 1 and its times are now`() {
    #expect(item.version == 1)
    #expect(item.createdAt == now.iso8601 && item.timestamp == now.iso8601)
    #expect(item.properties == ["body": "b", "x": 1])
    #expect(item.tier == .library && item.state == .active)
  }

  @Test func `a patch merges shallowly and null removes`() {
    let patched = item.patched(with: ["body": "c", "x": .null, "y": ["z": 1]], now: later)

    #expect(patched.properties == ["body": "c", "y": ["z": 1]])
    #expect(patched.version == 2 && patched.updatedAt == later.iso8601)
  }

  @Test func `a patch that changes nothing leaves the item alone`() {
    #expect(item.patched(with: ["body": "b", "none": .null], now: later) == item)
  }

  @Test func `an upsert by natural key merges and keeps what is not given`() {
    let input = CreateItemInput(type: "core.note", properties: ["x": 2], tier: .feed)

    let merged = item.upserted(with: input, now: later)

    #expect(merged.properties == ["body": "b", "x": 2])
    #expect(merged.tier == .feed && merged.version == 2 && merged.timestamp == item.timestamp)
    #expect(item.hasNaturalKey(source: "local", sourceId: "s1"))
    #expect(!item.hasNaturalKey(source: "other", sourceId: "s1"))
    #expect(!item.hasNaturalKey(source: "local", sourceId: nil))
  }

  @Test func `a difference applied to the old gives the new`() {
    let old: [String: JSONValue] = ["a": 1, "b": 2]
    let new: [String: JSONValue] = ["b": 3, "c": 4]

    let patch = PropertiesPatch.difference(from: old, to: new)

    #expect(patch == ["a": .null, "b": 3, "c": 4])
    #expect(PropertiesPatch.apply(patch, to: old) == new)
  }
}
