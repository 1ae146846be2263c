import TestSupport
import Testing

@testable import Documents

/// The list of spans against arrays of scalars, without any replica.
@Suite(.timeLimit(.minutes(20))) struct TextStateTests {
  private func ticket(_ lamport: Int) -> TimeTicket {
    TimeTicket(lamport: Int64(lamport), actor: ActorID(number: 1), delimiter: 1)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `local edits make the text that an array of scalars makes`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var text = TextState()
    var model: [Unicode.Scalar] = []

    for step in 1...400 {
      let from = Int.random(in: 0...model.count, using: &random)
      let to = Int.random(in: from...min(model.count, from + 6), using: &random)
      let content = String(["", "a", "bé", "日本語", "wörter"].randomElement(using: &random) ?? "")
      let names = text.names(from: from, to: to)
      let result = text.edit(
        left: names.left, deleted: names.deleted, right: names.right, content: content,
        attributes: nil, at: ticket(step))
      let effect = try #require(result)
      var view = model
      for replacement in effect.replacements {
        view.replaceSubrange(
          replacement.from..<replacement.to, with: replacement.content.unicodeScalars)
      }
      model.replaceSubrange(from..<to, with: content.unicodeScalars)

      #expect(view == model)
      #expect(text.count == model.count)
      #expect(Array(text.string.unicodeScalars) == model)
      if step % 50 == 0 { _ = text.purge { _ in true } }
    }
    let outcome12 = text.purge { _ in true }
    #expect(outcome12 >= 0)
    #expect(text.garbageCount == 0)
    #expect(Array(text.string.unicodeScalars) == model)
  }

  @Test func `a rolled back transaction leaves the text as it was`() throws {
    var text = TextState()
    var names = text.names(from: 0, to: 0)
    _ = text.edit(
      left: names.left, deleted: nil, right: names.right, content: "hello", attributes: nil,
      at: ticket(1))
    let before = text.pieces

    text.beginJournal()
    names = text.names(from: 1, to: 3)
    _ = text.edit(
      left: names.left, deleted: names.deleted, right: names.right, content: "XY",
      attributes: ["b": "1"],
      at: ticket(2))
    _ = text.style(text.reaches(from: 0, to: 2), values: ["c": "2"], at: ticket(3))
    #expect(text.string == "hXYlo")
    text.rollBack()

    #expect(text.string == "hello")
    #expect(text.pieces.map(\.content).joined() == before.map(\.content).joined())
    #expect(text.garbageCount == 0)
    #expect(text.clock.timelines[0].count == 5)
  }

  @Test func `a rolled back transaction leaves purged text as it was`() throws {
    var text = TextState()
    var names = text.names(from: 0, to: 0)
    _ = text.edit(
      left: names.left, deleted: nil, right: names.right, content: "x", attributes: nil,
      at: ticket(1))
    names = text.names(from: 0, to: 1)
    _ = text.edit(
      left: names.left, deleted: names.deleted, right: names.right, content: "", attributes: nil,
      at: ticket(2))
    _ = text.purge { _ in true }
    let reach = TextReach(createdAt: ticket(1), offset: 0, count: 1)
    _ = text.style([reach], values: ["b": "1"], at: ticket(3))
    #expect(text.garbageCount == 1)
    #expect(text.pieces == [])

    text.beginJournal()
    _ = text.style([reach], values: ["b": nil, "i": "1"], at: ticket(4))
    var effect = TextEffect()
    text.retombstone([reach], at: ticket(5), into: &effect)
    #expect(text.pieces.map(\.removedAt) == [ticket(5)])
    let identity = TextIdentity(createdAt: ticket(1), offset: 0, content: "x", attributes: [:])
    text.restore([identity], at: ticket(6), into: &effect)
    #expect(text.string == "x")
    text.rollBack()

    #expect(text.pieces == [])
    #expect(text.attributes.values.map(\.values) == [["b": "1"]])
    #expect(text.garbageCount == 1)
    let purged = text.purge { $0.lamport <= 3 }
    #expect(purged == 1)
    #expect(text.garbageCount == 0)
    #expect(text.attributes.isEmpty)
  }

  @Test func `a span takes forty bytes and a run of insertions sixteen, with their marks`() {
    // An open document is mostly these two.
    #expect(MemoryLayout<TextSpan>.stride == 40)
    #expect(MemoryLayout<CharacterClock.Run>.stride == 16)

    var span = TextSpan(
      first: .none, leftOrigin: .none, rightOrigin: .none, count: 1, start: 0, bytes: .max)
    span.hasAttributes = true
    #expect(span.bytes == .max && span.hasAttributes)
    span.bytes = 7
    #expect(span.bytes == 7 && span.hasAttributes)
    span.hasAttributes = false
    #expect(span.bytes == 7 && !span.hasAttributes)

    var run = CharacterClock.Run(first: 0, delimiter: 1, lamport: .max, isStepped: true)
    #expect(run.lamport == .max && run.isStepped)
    run.isStepped = false
    #expect(run.lamport == .max && !run.isStepped)
  }
}
