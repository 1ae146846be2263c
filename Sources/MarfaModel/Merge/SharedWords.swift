/// Two texts that were written at one place and have words of one origin, as after a server was set
/// back: two devices send again what both had, each with what was typed on it since.
package enum SharedWords {
  /// What of one text the other one lacks.
  ///
  /// They are taken for the same text if they share at least half of the shorter one, by words;
  /// nothing is taken away from either.
  ///
  /// - Parameters:
  ///   - present: The text that is there.
  ///   - added: The text that was to be put there as well.
  /// - Returns: Insertions into `present`, in rising order, none where it has all; nil where both
  ///   are texts of their own. Near linear in the texts.
  package static func edits(of present: String, adding added: String) -> [TextReplacement]? {
    let shorter = min(present.utf8.count, added.utf8.count)
    guard shorter > 0, max(present.utf8.count, added.utf8.count) <= ThreeWayMerge.maximumWordBytes
    else { return nil }
    let best = Pair(best: present, added)
    return 2 * best.sharedBytes >= shorter ? best.insertions : nil
  }

  /// Both texts as one, with what they share once; by whole texts where they are long.
  static func union(_ present: String, _ added: String) -> String {
    if present.isEmpty || added.isEmpty { return present + added }
    guard max(present.utf8.count, added.utf8.count) <= ThreeWayMerge.maximumWordBytes else {
      return AddedText.lines(present, added)
    }
    return TextReplacement.apply(Pair(best: present, added).insertions, to: present)
  }

  /// Words, each with the spaces next to it on one side.
  private static func words(of text: String, areLed: Bool) -> [TextTokens.Token] {
    var words: [TextTokens.Token] = []
    var start = text.startIndex
    for place in text.indices.dropFirst() {
      let (before, here) = (text[text.index(before: place)], text[place])
      let isEdge =
        areLed
        ? !before.isWhitespace && here.isWhitespace : before.isWhitespace && !here.isWhitespace
      guard isEdge else { continue }
      words.append(TextTokens.Token(text: text[start..<place]))
      start = place
    }
    words.append(TextTokens.Token(text: text[start...]))
    return words
  }

  private struct Pair {
    let present: [TextTokens.Token]
    let added: [TextTokens.Token]
    /// For each word of the present text the same one of the other, or nil; one more at the end.
    let partners: [Int?]

    init(_ present: [TextTokens.Token], _ added: [TextTokens.Token]) {
      (self.present, self.added) = (present, added)
      partners = TokenAlignment.partners(present, added) + [added.count]
    }

    /// Words with the spaces after them, or with those before, whichever have more in common: typed
    /// text ends or begins with one.
    init(best present: String, _ added: String) {
      let pairs = [false, true].map { isLed in
        Self(words(of: present, areLed: isLed), words(of: added, areLed: isLed))
      }
      self = pairs[1].sharedBytes > pairs[0].sharedBytes ? pairs[1] : pairs[0]
    }

    /// Bytes of the words that both have, without spaces alone.
    var sharedBytes: Int {
      zip(present, partners).reduce(0) { sum, word in
        let isWord = word.1 != nil && word.0.text.contains { !$0.isWhitespace }
        return isWord ? sum + word.0.text.utf8.count : sum
      }
    }

    /// What the added text has between the shared words, right after the shared word before it.
    var insertions: [TextReplacement] {
      var result: [TextReplacement] = []
      // The words of the present text before the place, and their bytes.
      var (next, place, offset, bytes) = (0, 0, 0, 0)
      for (index, partner) in partners.enumerated() {
        if let partner {
          let text = added[next..<partner].map(\.text).joined()
          if !text.isEmpty {
            result.append(TextReplacement(range: offset..<offset, text: parted(text, at: place)))
          }
          next = partner + 1
        }
        guard index < present.count else { break }
        bytes += present[index].text.utf8.count
        if partner != nil { (place, offset) = (index + 1, bytes) }
      }
      return result
    }

    /// A text with a space where it would make one word of its own and one next to it.
    private func parted(_ text: String, at place: Int) -> String {
      let before = place > 0 ? present[place - 1].text.last : nil
      let after = place < present.count ? present[place].text.first : nil
      func joins(_ left: Character?, _ right: Character?) -> Bool {
        guard let left, let right else { return false }
        return !left.isWhitespace && !right.isWhitespace
      }
      return (joins(before, text.first) ? " " : "") + text + (joins(text.last, after) ? " " : "")
    }
  }
}
