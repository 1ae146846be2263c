import MarfaModel
import Testing

@Suite(.timeLimit(.minutes(20))) struct TagRulesTests {
  @Test(arguments: [
    ("Recipes", "recipes"), ("#to do", "to-do"), ("  A  &  B ", "a-b"),
    ("Über Größe", "über-größe"),
    ("folder:My Notes", "folder:my-notes"), ("area/home", "area/home"), ("日本語", "日本語"),
    ("e\u{301}", "é"), ("--x--", "x"), ("v1.2", "v1.2"), ("a--b", "a-b"), ("a-b-", "a-b"),
    ("-a", "a"), ("a-\u{301}b", "a-\u{301}b"), ("a\u{301}-b", "á-b"), ("a\nb", "a-b"),
  ])
  func `tags become kebab-case`(tag: String, expected: String) {
    #expect(TagRules.normalize(tag) == expected)
    #expect(TagRules.isValid(expected))
  }

  @Test(arguments: ["", "#", "!!!", " ", String(repeating: "a", count: 201)])
  func `a tag of which nothing is left is refused`(tag: String) {
    #expect(TagRules.normalize(tag) == nil)
  }

  @Test func `a tag that is as it is to be stays, up to 200 bytes`() {
    let tags = ["to-do", "folder:a/b.c_d", "2026-11-22", ":", "._/", "a-b-c"]
    #expect(tags.map { TagRules.normalize($0) } == tags)
    let longest = String(repeating: "a", count: 200)
    #expect(TagRules.normalize(longest) == longest)
    #expect(TagRules.normalize("#" + longest) == longest)
  }

  @Test func `duplicates are removed and the place of a bad tag is reported`() throws {
    #expect(try TagRules.normalized(["b", "A", "a"]) == ["a", "b"])
    let error = #expect(throws: ValidationError.self) { try TagRules.normalized(["a", "#"]) }
    #expect(error?.details?["field"] == "tags[1]")
  }

  @Test func `an addition wins over a removal`() {
    #expect(TagRules.merge(base: ["a", "b"], mine: ["b"], theirs: ["a", "b", "c"]) == ["b", "c"])
    #expect(TagRules.merge(base: [], mine: ["a"], theirs: ["b"]) == ["a", "b"])
    #expect(TagRules.union(["b"], ["a", "b"]) == ["a", "b"])
  }

  @Test func `merging is the same from both sides`() {
    var randomness = SeededRandomness(seed: 3)
    func some() -> [String] {
      ["a", "b", "c", "d"].filter { _ in Bool.random(using: &randomness) }
    }

    for _ in 0..<200 {
      let (base, mine, theirs) = (some(), some(), some())
      let merged = TagRules.merge(base: base, mine: mine, theirs: theirs)

      #expect(merged == TagRules.merge(base: base, mine: theirs, theirs: mine))
      #expect(Set(merged).isSuperset(of: Set(mine).subtracting(base)))
    }
  }
}
