import MarfaSDK
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct PieceDigestTests {
  @Test func `a digest has each piece of its texts once, and nothing but them and line ends`() {
    var random = SplitMix64(seed: 7)
    for alphabet in ["ab", "abc de\n", "aé漢🐦", "ab\0"] {
      let letters = Array(alphabet.unicodeScalars)
      let texts = (0..<3).map { _ in
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 3..<300, using: &random) {
          text.append(letters[Int.random(in: letters.indices, using: &random)])
        }
        return String(text)
      }

      var digest = PieceDigest()
      for text in texts { digest.add(text) }

      let wanted = Set(texts.flatMap(pieces)).filter { !$0.contains("\0") }
      let found = pieces(of: String(digest.text))
      #expect(wanted.isSubset(of: found))
      let more = found.filter { !wanted.contains($0) }
      #expect(more.allSatisfy { $0.contains("\n") })
      let own = found.filter { !$0.contains("\n") }
      #expect(own.count == Set(own).count)
    }
  }

  @Test func `the digest of a long text is as long as its pieces are many`() {
    var digest = PieceDigest()

    digest.add(String(repeating: "the same words again ", count: 50_000))

    #expect(digest.text.count < 60)
  }

  private func pieces(of text: String) -> [[Unicode.Scalar]] {
    let scalars = Array(text.unicodeScalars)
    return scalars.indices.dropLast(2).map { Array(scalars[$0..<$0 + 3]) }
  }
}
