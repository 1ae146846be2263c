import TestSupport
import Testing

@testable import Documents

/// A replica that was stored is read at once, and decoded by the first edit.
@Suite(.timeLimit(.minutes(20))) struct StoredReplicaTests {
  private func original() throws -> Replica {
    var replica = Replica(key: "doc", actor: ActorID(number: 1))
    try replica.update { root, _ in
      root.t = JSONText()
      try root.jsonText("t")?.edit(0, 0, "hello wörld, hello wörld, hello wörld")
    }
    try replica.edit(3, 8, "日本", ["b": "1"])
    try replica.style(0, 3, ["i": "1"])
    try replica.edit(10, 12)
    try replica.undo()
    try replica.edit(1, 2)
    return replica
  }

  private func stored(_ replica: Replica) throws -> Replica {
    try Replica(key: "doc", actor: ActorID(number: 2), stored: replica.snapshot())
  }

  @Test func `a stored text is read without being decoded`() throws {
    let original = try original()
    let replica = try stored(original)

    #expect(replica.text == original.text)
    #expect(replica.readingRoot.jsonText("t")?.count == original.text.unicodeScalars.count)
    #expect(replica.root.texts[0].sealed != nil)
    #expect(replica.toJSON() == original.toJSON())
    #expect(replica.garbageCount == original.garbageCount)
    #expect(replica.snapshot() == original.snapshot())
  }

  @Test func `the first edit of a stored text finds everything`() throws {
    let original = try original()
    var replica = try stored(original)

    try replica.edit(2, 4, "X")

    #expect(replica.root.texts[0].sealed == nil)
    var other = original
    for change in replica.pack().changes { _ = try other.apply(change) }
    #expect(other.toJSON() == replica.toJSON())
    try replica.undo()
    #expect(replica.text == original.text)
  }

  @Test func `a style, a position and a purge decode a stored text`() throws {
    let original = try original()
    var styled = try stored(original)
    try styled.style(0, 2, ["c": "2"])
    #expect(styled.root.texts[0].sealed == nil)

    let reading = try stored(original).readingRoot
    let range = try #require(try reading.jsonText("t")?.indexRangeToPosRange(1..<3))
    #expect(reading.jsonText("t")?.posRangeToIndexRange(range) == 1..<3)

    var purged = try stored(original)
    let count = purged.garbageCount
    #expect(count > 0)
    #expect(purged.purge(seenByAll: .everything(of: original.versionVector.actors)) == count)
    #expect(purged.text == original.text)
  }

  @Test func `damage in what is read later is reported by the edit, and the text stays`() throws {
    let original = try original()
    let bytes = original.snapshot()
    var random = SplitMix64(seed: 4)
    var late = 0
    for _ in 0..<2000 {
      var mutated = bytes
      mutated[Int.random(in: mutated.indices, using: &random)] ^=
        1 << UInt8.random(in: 0..<8, using: &random)
      guard
        var replica = try? Replica(key: "doc", actor: ActorID(number: 2), stored: mutated)
      else { continue }
      let before = replica.text
      do {
        try replica.edit(0, 0, "x")
      } catch {
        // A document may also have lost its text, and then nothing is thrown.
        late += 1
        #expect(replica.text == before)
        _ = replica.garbageCount
        _ = replica.purge(seenByAll: .everything(of: original.versionVector.actors))
        _ = replica.snapshot()
      }
    }
    #expect(late > 0)
  }
}
