import MarfaSDK
import Testing

@Suite(.timeLimit(.minutes(20))) struct FuzzyMatcherTests {
  private static func best(_ query: String, _ titles: [String]) -> [String] {
    var matcher = FuzzyMatcher(index: FuzzyIndex(titles: titles))
    return matcher.matches(for: query).map { titles[$0.index] }
  }

  @Test(arguments: [
    ("fnrw", "Field notes: reed warblers"), ("fnr", "Field notes: reed warblers"),
    ("warb", "Field notes: reed warblers"), ("resdou", "Recipe: rye sourdough"),
    ("recipe", "Recipe: rye sourdough"), ("sourdough rye", "Recipe: rye sourdough"),
    ("LISBON", "Trip: Lisbon"), ("lisb", "Trip: Lisbon"), ("ubung", "Übung macht den Meister"),
    ("übung", "Übung macht den Meister"), ("meister ub", "Übung macht den Meister"),
    ("strasse", "Straße nach Łódź"), ("lodz", "Straße nach Łódź"), ("日記", "東京の日記"),
    ("東記", "東京の日記"), ("дневник", "Полевой ДНЕВНИК"), ("zoë", "ZOE's numbers"),
  ])
  func `a query finds its title first`(query: String, title: String) {
    let titles = [
      "Shopping for the workshop", "Letter to the housing office", "Minutes 2026-11-18",
      "Field notes: reed warblers", "Recipe: rye sourdough", "Reading list", "Trip: Lisbon",
      "Übung macht den Meister", "Straße nach Łódź", "東京の日記", "Полевой ДНЕВНИК",
      "ZOE's numbers", "Bike: gear cable, part no.",
    ]

    #expect(Self.best(query, titles).first == title)
  }

  @Test(arguments: [
    ("rye", ["rye", "a rye", "burry rye seed", "really yet", "array of years"]),
    ("note", ["note", "noted", "a note", "nice of the end", "endnote"]),
    ("fb", ["foo bar", "foo_bar x", "afxb"]),
  ])
  func `word starts and letters side by side come first`(query: String, order: [String]) {
    #expect(Self.best(query, order.reversed()) == order)
  }

  @Test func `equal matches keep the order of the titles`() {
    #expect(Self.best("a", ["a2", "a1", "a3"]) == ["a2", "a1", "a3"])
  }

  @Test func `marks look for a word as it is, at an end, or nowhere`() {
    let titles = ["rye bread", "bread rye", "barely ready", "white bread"]

    #expect(Set(Self.best("'rye", titles)) == ["rye bread", "bread rye"])
    #expect(Self.best("^rye", titles) == ["rye bread"])
    #expect(Self.best("rye$", titles) == ["bread rye"])
    #expect(Set(Self.best("'bread !rye", titles)) == ["white bread"])
    #expect(Self.best("!bread", titles) == ["barely ready"])
  }

  @Test func `an empty query gives the first titles`() {
    #expect(Self.best("", ["a", "b"]) == ["a", "b"])
    #expect(Self.best("  ", ["a", "b"]) == ["a", "b"])
  }

  @Test func `nothing matches what is not there`() {
    #expect(Self.best("xyz", ["abc", "", "zyx"]) == [])
    #expect(Self.best("longer than any title here", ["abc", ""]) == [])
  }

  @Test(arguments: ["a", "b", "ab", "ba", "abc", "a b", "'ab", "é"])
  func `the best few are the best of all, though not all are scored`(query: String) {
    var random = SeededRandomness(seed: 5)
    let letters = Array("abcd é- ")
    let index = FuzzyIndex(
      titles: (0..<2000).map { _ in
        String((0..<9).map { _ in letters.randomElement(using: &random) ?? "a" })
      })
    var few = FuzzyMatcher(index: index)
    var all = FuzzyMatcher(index: index)

    let best = few.matches(for: query, limit: 10)

    #expect(best == Array(all.matches(for: query, limit: 2000).prefix(10)))
    #expect(few.matchCount == all.matchCount)
    #expect(best.count == 10)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `narrowing key by key finds the same as asking at once`(seed: UInt64) {
    var random = SeededRandomness(seed: seed)
    let letters = Array("abcde é日 -")
    func text(_ limit: Int) -> String {
      String(
        (0..<Int.random(in: 0...limit, using: &random)).map { _ in
          letters.randomElement(using: &random) ?? "a"
        })
    }
    let index = FuzzyIndex(titles: (0..<300).map { _ in text(12) })
    var typing = FuzzyMatcher(index: index)

    for _ in 0..<40 {
      let query = text(5)
      for length in 0...query.count {
        let typed = String(query.prefix(length))
        var fresh = FuzzyMatcher(index: index)

        #expect(typing.matches(for: typed) == fresh.matches(for: typed))
        #expect(typing.matchCount == fresh.matchCount)
      }
    }
  }

  @Test(arguments: [4, 5] as [UInt64])
  func `a title matches exactly when it has the letters in order`(seed: UInt64) {
    var random = SeededRandomness(seed: seed)
    func text(_ limit: Int) -> String {
      String(
        (0..<Int.random(in: 1...limit, using: &random)).map { _ in
          "abc-".randomElement(using: &random) ?? "a"
        })
    }
    func isSubsequence(_ word: String, of title: String) -> Bool {
      var rest = word[...]
      for character in title where character == rest.first { rest = rest.dropFirst() }
      return rest.isEmpty
    }

    for _ in 0..<2000 {
      let (title, word) = (text(10), text(4).filter { $0 != "-" })
      guard !word.isEmpty else { continue }

      #expect(Self.best(word, [title]).isEmpty == !isSubsequence(word, of: title))
      let places = FuzzyMatcher.emphasis(of: word, in: title)
      #expect(
        String(places.map { Array(title)[$0] }) == (isSubsequence(word, of: title) ? word : ""))
    }
  }

  @Test func `emphasis counts characters as they are shown`() {
    #expect(FuzzyMatcher.emphasis(of: "lodz", in: "🚲 Łódź") == [2, 3, 4, 5])
    #expect(FuzzyMatcher.emphasis(of: "strasse", in: "Straße") == [0, 1, 2, 3, 4, 5])
    #expect(FuzzyMatcher.emphasis(of: "^ry d$", in: "Rye and") == [0, 1, 6])
    #expect(FuzzyMatcher.emphasis(of: "q", in: "Rye") == [])
  }
}
