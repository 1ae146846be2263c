/// What two sides added to one text, put together: nothing of either is lost.
///
/// At one place this side's comes first, so that typing goes on after what was typed.
enum AddedText {
  /// Both sides of a stretch that they changed; nil where one of them took something away.
  static func joined(_ chunk: Chunk) -> String? {
    let base = TextTokens.characters(of: chunk.base)
    guard let mine = gaps(of: base, in: TextTokens.characters(of: chunk.mine)),
      let theirs = gaps(of: base, in: TextTokens.characters(of: chunk.theirs))
    else { return nil }
    return (0...base.count).reduce(into: "") { text, place in
      text += both(mine[place], theirs[place])
      if place < base.count { text += base[place].text }
    }
  }

  /// Whole lines that both added at one place; a line that is not ended is not gone on with.
  static func lines(_ mine: String, _ theirs: String) -> String {
    if mine.isEmpty || theirs.isEmpty || mine.utf8.last == 0x0a { return both(mine, theirs) }
    return theirs.utf8.last == 0x0a ? theirs + mine : mine + "\n" + theirs
  }

  private static func both(_ mine: String, _ theirs: String) -> String {
    if mine.isSame(as: theirs) { return mine }
    return ThreeWayMerge.restBeforeLines(mine, theirs) ?? mine + theirs
  }

  /// What comes before each character of a text, and after the last one, in a longer text; nil
  /// where something is missing there.
  private static func gaps(
    of base: [TextTokens.Token], in longer: [TextTokens.Token]
  ) -> [String]? {
    guard longer.count >= base.count else { return nil }
    var gaps: [String] = []
    var next = 0
    for partner in TokenAlignment.partners(base, longer) + [longer.count] {
      guard let partner else { return nil }
      gaps.append(longer[next..<partner].map(\.text).joined())
      next = partner + 1
    }
    return gaps
  }
}
