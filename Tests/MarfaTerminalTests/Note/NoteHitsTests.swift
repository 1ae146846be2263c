import MarfaTerminal
import Testing

@Suite struct NoteHitsTests {
  private func document(_ lines: [String]) -> RenderedDocument {
    var document = RenderedDocument()
    document.lines = RenderedLines(
      lines.enumerated().map { RenderedLine(runs: [StyledRun($1)], sourceLine: $0 + 1) })
    return document
  }

  @Test func `case and accents do not matter and columns are counted in cells`() {
    let hits = NoteHits(of: ["ete"], in: document(["日本 Été", "ETE"]))

    #expect(hits.hits.map(\.line) == [0, 1])
    #expect(hits.hits.map(\.columns) == [5..<8, 0..<3])
  }

  @Test func `a word is found at its start, text without spaces anywhere`() {
    let hits = NoteHits(of: ["cat", "本"], in: document(["concatenate cats", "日本"]))

    #expect(hits.hits.map(\.line) == [0, 1])
    #expect(hits.hits.first?.columns == 12..<15)
  }

  @Test func `the hits are gone through in a circle from the line that is seen`() {
    var hits = NoteHits(of: ["a"], in: document(["a", "a", "a"]))

    hits.go(.next, from: 1)
    #expect(hits.place == "hit 2 of 3")
    hits.go(.next, from: 0)
    hits.go(.next, from: 0)
    #expect(hits.place == "hit 1 of 3")
    hits.go(.previous, from: 0)

    #expect(hits.place == "hit 3 of 3")
  }
}
