/// A stretch of three sequences between places where all three agree (diff3, after Khanna, Kunal
/// and Pierce, "A Formal Investigation of Diff3", 2007).
struct Chunk {
  enum Kind {
    case unchanged, mine, theirs, both, conflict
  }

  let base: String
  let mine: String
  let theirs: String
  let kind: Kind

  init(base: ArraySlice<Token>, mine: ArraySlice<Token>, theirs: ArraySlice<Token>, isStable: Bool)
  {
    func joined(_ tokens: ArraySlice<Token>) -> String {
      tokens.reduce(into: "") { $0 += $1.text }
    }
    (self.base, self.mine, self.theirs) = (joined(base), joined(mine), joined(theirs))
    if isStable {
      kind = .unchanged
    } else if mine.elementsEqual(theirs) {
      kind = .both
    } else if mine.elementsEqual(base) {
      kind = .theirs
    } else if theirs.elementsEqual(base) {
      kind = .mine
    } else {
      kind = .conflict
    }
  }

  typealias Token = TextTokens.Token

  static func all(base: [Token], mine: [Token], theirs: [Token]) -> [Chunk] {
    let inMine = TokenAlignment.partners(base, mine)
    let inTheirs = TokenAlignment.partners(base, theirs)
    var chunks: [Chunk] = []
    var (i, j, k) = (0, 0, 0)
    while i < base.count || j < mine.count || k < theirs.count {
      let start = (i, j, k)
      while i < base.count, inMine[i] == j, inTheirs[i] == k { (i, j, k) = (i + 1, j + 1, k + 1) }
      if i > start.0 {
        chunks.append(
          Chunk(
            base: base[start.0..<i], mine: mine[start.1..<j], theirs: theirs[start.2..<k],
            isStable: true))
        continue
      }
      var next = i
      while next < base.count, inMine[next] == nil || inTheirs[next] == nil { next += 1 }
      let ends = (
        next, next < base.count ? inMine[next] ?? mine.count : mine.count,
        next < base.count ? inTheirs[next] ?? theirs.count : theirs.count
      )
      chunks.append(
        Chunk(
          base: base[i..<ends.0], mine: mine[j..<ends.1], theirs: theirs[k..<ends.2],
          isStable: false))
      (i, j, k) = ends
    }
    return chunks
  }
}
