import MarfaModel
import Testing

@Suite(.timeLimit(.minutes(20))) struct ConflictRulesTests {
  private func context(
    patch: [String: JSONValue], current: [String: JSONValue],
    ancestor: [String: JSONValue]? = ["title": "t", "body": "b", "x": 1]
  ) -> ConflictContext {
    ConflictContext(
      itemId: "i", type: "core.note", current: .init(version: 5, properties: current),
      ancestor: ancestor.map { .init(version: 3, properties: $0) },
      conflictingFields: ConflictRules.conflictingFields(
        patch: patch, current: current, ancestor: ancestor),
      clientPatch: patch, mergePolicy: CoreTypes.registry["core.note"]?.mergePolicy ?? .init(),
      tags: ["work"], tier: .feed)
  }

  private func resolve(
    _ context: ConflictContext, textMerge: ConflictRules.TextMerge? = nil
  ) throws -> ConflictResolution {
    let decision = ConflictRules.resolve(context, siblingId: { "copy" }, textMerge: textMerge)
    guard case .resolved(let resolution) = decision else { throw context.error }
    return resolution
  }

  @Test(
    arguments: [
      (["title": "m"], ["title": "s"], ["title": "t"], ["title"]),
      (["title": "m"], ["title": "t"], ["title": "t"], []),
      (["title": "t"], ["title": "s"], ["title": "t"], []),
      (["title": "s"], ["title": "s"], ["title": "t"], []),
      (["title": .null], ["title": "s"], ["title": "t"], ["title"]),
      (["title": .null], [:], ["title": "t"], []),
      (["title": "m"], ["title": "s"], nil, ["title"]),
      (["title": "m", "x": 1], ["x": 1], nil, ["title"]),
    ] as [([String: JSONValue], [String: JSONValue], [String: JSONValue]?, [String])])
  func `a field conflicts when both sides changed it differently`(
    patch: [String: JSONValue], current: [String: JSONValue], ancestor: [String: JSONValue]?,
    expected: [String]
  ) {
    let found = ConflictRules.conflictingFields(
      patch: patch, current: current, ancestor: ancestor)

    #expect(found == expected)
  }

  @Test func `the last writer is the server and the rest of the patch is sent again`() throws {
    let context = context(
      patch: ["title": "mine", "x": 2], current: ["title": "theirs", "body": "b", "x": 1])

    let resolution = try resolve(context)

    #expect(resolution.patch == ["x": 2])
    #expect(resolution.version == 5)
    #expect(resolution.sibling == nil)
    #expect(resolution.payload?.strategy == .lastWriterWins)
    #expect(resolution.payload?.fields == ["title"])
  }

  @Test func `keeping both makes a tagged sibling with the client's text`() throws {
    let context = context(
      patch: ["body": "mine"], current: ["title": "t", "body": "theirs", "x": 1])

    let resolution = try resolve(context)

    #expect(resolution.patch.isEmpty)
    let sibling = try #require(resolution.sibling)
    #expect(sibling.properties == ["title": "t", "body": "mine", "x": 1])
    #expect(sibling.tags == ["conflicted-copy", "work"])
    #expect(sibling.edges == ["derived-from": ["i"]])
    #expect(sibling.id == "copy" && sibling.tier == .feed && sibling.type == "core.note")
    #expect(
      resolution.payload
        == ConflictAutoMergedPayload(
          itemId: "i", mergedItemId: "i", conflictedCopyId: "copy", fields: ["body"],
          strategy: .keepBothCopies))
  }

  @Test func `both strategies at once are mixed`() throws {
    let resolution = try resolve(
      context(patch: ["body": "m", "title": "m"], current: ["body": "s", "title": "s"]))

    #expect(resolution.payload?.strategy == .mixed)
    #expect(resolution.sibling?.properties == ["body": "m", "title": "s"])
  }

  @Test func `a text merge spares the copy, an overlap does not`() throws {
    let context = context(patch: ["body": "mine"], current: ["body": "theirs"])

    let merged = try resolve(context) { base, mine, theirs in "\(base) \(mine) \(theirs)" }
    let overlapping = try resolve(context) { _, _, _ in nil }

    #expect(merged.patch == ["body": "b mine theirs"])
    #expect(merged.sibling == nil)
    #expect(merged.payload?.conflictedCopyId == nil)
    #expect(overlapping.sibling != nil)
  }

  @Test func `a long text that the client removed is not copied`() throws {
    let resolution = try resolve(context(patch: ["body": .null], current: ["body": "theirs"]))

    #expect(resolution.sibling == nil)
    #expect(resolution.payload?.strategy == .lastWriterWins)
  }

  @Test func `manual hands everything to the caller`() {
    let context = context(patch: ["title": "m"], current: ["title": "s"])

    let decision = ConflictRules.resolve(context, strategy: .manual, siblingId: { "copy" })

    #expect(decision == .undecided(context.error))
    #expect(context.error.conflictingFields == ["title"])
  }

  @Test func `a person's choice is sent with the current version`() {
    let context = context(patch: ["title": "m"], current: ["title": "s"])

    let resolution = ConflictRules.resolve(context, choosing: ["title": "both", "x": .null])

    #expect(resolution.patch == ["title": "both"])
    #expect(resolution.version == 5 && resolution.payload == nil)
  }

  @Test func `nothing that the client wrote is lost when both are kept`() throws {
    var randomness = SeededRandomness(seed: 5)
    func text() -> JSONValue { .string(String(Int.random(in: 0..<3, using: &randomness))) }
    func side() -> [String: JSONValue] { ["title": text(), "body": text(), "x": text()] }

    for _ in 0..<300 {
      let (base, mine, theirs) = (side(), side(), side())
      let resolution = try resolve(context(patch: mine, current: theirs, ancestor: base))
      let final = PropertiesPatch.apply(resolution.patch, to: theirs)
      let copy = resolution.sibling?.properties ?? final

      #expect(mine["body"] == base["body"] || [final["body"], copy["body"]].contains(mine["body"]))
      #expect(theirs["title"] == base["title"] || final["title"] == theirs["title"])
    }
  }
}
