/// What becomes of a text that was changed in two places at once.
///
/// Lines are compared first; where both sides changed the same lines, words are. Changes that touch
/// count as overlapping. Symmetric but for the names: exchanging `mine` and `theirs` exchanges them
/// in the result. Cost is near linear in the texts for small changes.
///
/// ```swift
/// let merge = ThreeWayMerge(base: "one\ntwo\n", mine: "ONE\ntwo\n", theirs: "one\ntwo\n3\n")
/// let merged = merge.merged  // nil where both sides changed the same lines
/// ```
public struct ThreeWayMerge: Hashable, Sendable {
  /// A stretch of the result.
  public enum Hunk: Hashable, Sendable {
    /// Neither side changed it.
    case unchanged(String)
    /// It was changed without contradiction; the payload says by whom.
    case changed(String, by: Author)
    /// Both changed it differently.
    case conflict(Conflict)
  }

  /// Who made a change.
  public enum Author: Hashable, Sendable {
    /// This side.
    case mine
    /// The other side.
    case theirs
    /// Both sides, the same or each its own words of the lines.
    case both
  }

  /// Lines that both sides changed differently.
  public struct Conflict: Hashable, Sendable {
    /// The lines before both.
    public let base: String
    /// This side's lines.
    public let mine: String
    /// The other side's lines.
    public let theirs: String
    /// The same lines by words; at least one of them is a contradiction.
    public let words: [WordHunk]
  }

  /// A stretch of words within a conflict.
  public struct WordHunk: Hashable, Sendable {
    /// The words before both.
    public let base: String
    /// This side's words.
    public let mine: String
    /// The other side's words.
    public let theirs: String
    /// What is put where both sides only added something; nil where that is not wanted.
    let joined: String?

    /// Whether the sides contradict each other here.
    public var isConflict: Bool { merged == nil }

    /// The words that both sides lead to, or nil when they contradict each other.
    ///
    /// Where one side went on in a line and the other added lines after it, both stay: the rest
    /// of the line, then the new lines, whichever side wrote which.
    public var merged: String? {
      if mine.isSame(as: theirs) || theirs.isSame(as: base) { return mine }
      if mine.isSame(as: base) { return theirs }
      if let joined { return joined }
      guard base.isEmpty else { return nil }
      return ThreeWayMerge.restBeforeLines(mine, theirs)
    }
  }

  /// What becomes of texts that both sides added at one place.
  public enum Additions: Hashable, Sendable {
    /// They contradict each other.
    case contradict
    /// Both are kept, this side's first: typing goes on after what was typed.
    case bothStand
  }

  /// The stretches in the order of the text; none is empty on all sides.
  public let hunks: [Hunk]

  /// For each hunk this side's text that it takes the place of; put together they are `mine`.
  let replaced: [String]

  /// Merges.
  ///
  /// - Parameters:
  ///   - base: The text that both sides began with.
  ///   - mine: This side's text.
  ///   - theirs: The other side's text.
  ///   - additions: What becomes of texts that both added at one place.
  public init(
    base: String, mine: String, theirs: String, additions: Additions = .contradict
  ) {
    if let quick = Self.trivial(base: base, mine: mine, theirs: theirs) {
      hunks = quick
      replaced = quick.map { _ in mine }
      return
    }
    let chunks = Chunk.all(
      base: TextTokens.lines(of: base), mine: TextTokens.lines(of: mine),
      theirs: TextTokens.lines(of: theirs))
    hunks = chunks.map { Self.hunk($0, additions) }
    replaced = chunks.map(\.mine)
  }

  /// The contradictions in the order of the text.
  public var conflicts: [Conflict] {
    hunks.compactMap { if case .conflict(let conflict) = $0 { conflict } else { nil } }
  }

  /// The merged text, or nil when there are contradictions.
  public var merged: String? { conflicts.isEmpty ? text { $0.mine } : nil }

  /// The text with each contradiction replaced.
  ///
  /// - Parameter resolve: Gives the lines for a contradiction.
  /// - Returns: The whole text.
  public func text(resolving resolve: (Conflict) -> String) -> String {
    hunks.reduce(into: "") { text, hunk in
      switch hunk {
      case .unchanged(let part), .changed(let part, _): text += part
      case .conflict(let conflict): text += resolve(conflict)
      }
    }
  }

  // MARK: - Making hunks

  private static func trivial(base: String, mine: String, theirs: String) -> [Hunk]? {
    func whole(_ text: String, by author: Author) -> [Hunk] {
      text.isEmpty ? [] : [.changed(text, by: author)]
    }
    let (isMineOld, isTheirsOld) = (mine.isSame(as: base), theirs.isSame(as: base))
    if isMineOld, isTheirsOld { return base.isEmpty ? [] : [.unchanged(base)] }
    if mine.isSame(as: theirs) { return whole(mine, by: .both) }
    return nil
  }

  private static func hunk(_ chunk: Chunk, _ additions: Additions) -> Hunk {
    switch chunk.kind {
    case .unchanged: return .unchanged(chunk.base)
    case .mine: return .changed(chunk.mine, by: .mine)
    case .theirs: return .changed(chunk.theirs, by: .theirs)
    case .both: return .changed(chunk.mine, by: .both)
    case .conflict: break
    }
    let words = words(chunk, additions)
    let merged = words.compactMap(\.merged)
    if merged.count == words.count { return .changed(merged.joined(), by: .both) }
    return .conflict(
      Conflict(base: chunk.base, mine: chunk.mine, theirs: chunk.theirs, words: words))
  }

  /// More bytes than this are not compared by words.
  static let maximumWordBytes = 256 << 10

  private static func words(_ chunk: Chunk, _ additions: Additions) -> [WordHunk] {
    let size = chunk.base.utf8.count + chunk.mine.utf8.count + chunk.theirs.utf8.count
    guard size <= maximumWordBytes, !chunk.base.isEmpty else {
      let lines = additions == .bothStand && chunk.base.isEmpty
      return [WordHunk(chunk, joined: lines ? AddedText.lines(chunk.mine, chunk.theirs) : nil)]
    }
    let parts = Chunk.all(
      base: TextTokens.words(of: chunk.base), mine: TextTokens.words(of: chunk.mine),
      theirs: TextTokens.words(of: chunk.theirs))
    return parts.map { part in
      let isJoined = additions == .bothStand && part.kind == .conflict
      return WordHunk(part, joined: isJoined ? AddedText.joined(part) : nil)
    }
  }

  /// The rest of a line and the lines after it, whichever side wrote which; nil where the sides
  /// wrote something else.
  static func restBeforeLines(_ mine: String, _ theirs: String) -> String? {
    switch (mine.isNewLines, theirs.isNewLines) {
    case (false, true) where !mine.utf8.contains(0x0a): mine + theirs
    case (true, false) where !theirs.utf8.contains(0x0a): theirs + mine
    default: nil
    }
  }
}

extension ThreeWayMerge.WordHunk {
  fileprivate init(_ chunk: Chunk, joined: String?) {
    self.init(base: chunk.base, mine: chunk.mine, theirs: chunk.theirs, joined: joined)
  }
}

extension String {
  /// Whether two texts have the same bytes; `==` takes composed and decomposed forms for the same.
  func isSame(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }

  /// Whether it begins with the end of the line before it.
  fileprivate var isNewLines: Bool { utf8.first == 0x0a || utf8.starts(with: [0x0d, 0x0a]) }
}
