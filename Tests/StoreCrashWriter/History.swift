import MarfaSDK

/// Writes the same notes at each run, with ids from a seed and a clock that stands still: what the
/// file holds then depends on nothing but the order in which the store makes its rows.
func writeHistory(at path: String) async throws {
  let clock = ManualWallClock(Timestamp(milliseconds: 1_800_000_000_000))
  let store = try LocalStore.open(
    path: path,
    environment: StoreEnvironment(clock: clock, ids: ItemIdGenerator(seed: 1, clock: clock)))
  var ids: [String] = []
  for connected in [false, true] {
    if connected { try await store.connect(to: ServerIdentity(url: "https://notes.example")) }
    for number in 0..<6 {
      let words = (0..<8).map { "word\($0 * 7 % 8)-\(number)" }
      let input = CreateItemInput(
        type: "core.note",
        properties: [
          "title": .string("N\(number)"), "body": .string(words.map { "[[\($0)]]" }.joined()),
          "aliases": .array(words.map { .string($0 + "x") }), "notes": "n",
        ],
        tags: words,
        edges: ["about": Array(ids.prefix(3)), "references": Array(ids.prefix(2))])
      let item = try await store.createItem(
        NewItem(
          input, extensions: Dictionary(uniqueKeysWithValues: words.map { ("user." + $0, [:]) }))
      ).item
      ids.append(item.id)
      _ = try await store.setTags(id: item.id, words.map { $0 + "y" })
      let body = words.map { "[[\($0)x]] [[N\($0.count)]]" }.joined()
      _ = try await store.saveText(id: item.id, body: body, basedOn: item.revision ?? 1)
      clock.advance(byMilliseconds: 1000)
    }
    _ = try await store.mergeTags((0..<8).map { "word\($0)-1y" }, into: "merged")
    _ = try await store.rename(id: ids[0], to: "Other")
    for namespace in ["b", "a"] {
      _ = try await store.setExtension("user." + namespace, of: ids[1], to: nil)
    }
    _ = try await store.transitionItem(id: ids[2], to: .trashed)
    try await store.purgeItem(id: ids[2])
    ids.remove(at: 2)
  }
  try await store.performIdleWork()
}
