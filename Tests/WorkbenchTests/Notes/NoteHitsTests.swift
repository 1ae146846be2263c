import NoteReading
import Testing
import Workbench

@Suite(.timeLimit(.minutes(20))) struct NoteHitsTests {
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

  @Test func `plain letters are found in those with strokes, whole ones and in their columns`() {
    let lines = ["w Łodzi, Łódź", "Große Straße", "日本 ægir"]

    #expect(NoteHits(of: ["lodz"], in: document(lines)).hits.map(\.columns) == [2..<6, 9..<13])
    #expect(NoteHits(of: ["stras"], in: document(lines)).hits.map(\.columns) == [6..<11])
    #expect(NoteHits(of: ["straße"], in: document(["STRASSE"])).hits.map(\.columns) == [0..<7])
    #expect(NoteHits(of: ["aegir"], in: document(lines)).hits.map(\.columns) == [5..<9])
    #expect(NoteHits(of: ["asse"], in: document(lines)).hits == [])
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
