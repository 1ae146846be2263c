/// Where a search begins, and which way it goes; it goes on at the other end of the text.
struct SearchPlace: Hashable, Sendable {
  /// In UTF-8 bytes.
  var offset: Int
  var isBackward = false
  /// Whether a match at the offset itself counts, which it does not for `n`.
  var includesStart = false

  /// The parts of a text to look through, in order.
  func parts(of buffer: TextBuffer) -> [Range<Int>] {
    let end = buffer.byteCount
    if isBackward { return [0..<offset, offset..<end] }
    let start = includesStart ? offset : min(end, buffer.offset(after: offset))
    return [start..<end, 0..<start]
  }
}

/// A search through a text that is too long to be read within a key.
///
/// The application runs it away from the main actor and hands what comes of it to
/// `Editor.finish(_:at:)`; cancelling the task ends it.
public struct SearchJob: Sendable {
  /// Which search of the editor it is; only the last one is waited for.
  let number: Int
  let pattern: SearchPattern
  let buffer: TextBuffer
  let place: SearchPlace
  /// Where matches are counted; nil for nowhere.
  let scope: Range<Int>?
  /// What is to be replaced, if that is what the matches are for.
  let replacing: ReplacementOrder?
  /// How many bytes are read at a time.
  let step: Int

  /// The most matches that are counted.
  private static let countLimit = 100_000

  /// Looks for the match and counts all, or lists what is to be replaced; linear in the text.
  ///
  /// - Returns: What was found; nil when the task was cancelled.
  @concurrent public func run() async -> SearchFinding? {
    var meter = WorkMeter(steps: .max, isCancellable: true)
    if let replacing {
      return replacing.matches(of: pattern, in: buffer, step: step, spending: &meter)
        .map { SearchFinding(number: number, hit: nil, matches: nil, replacements: $0) }
    }
    var hit: Range<Int>?
    for part in place.parts(of: buffer) where hit == nil {
      hit = place.isBackward ? last(in: part, &meter) : first(in: part, &meter)
    }
    let matches = scope.map { count(in: $0, at: hit?.lowerBound ?? -1, &meter) }
    return Task.isCancelled ? nil : SearchFinding(number: number, hit: hit, matches: matches)
  }

  private func first(in part: Range<Int>, _ meter: inout WorkMeter) -> Range<Int>? {
    var start = part.lowerBound
    while start < part.upperBound, !Task.isCancelled {
      let end = min(part.upperBound, start + step)
      if let match = pattern.first(in: start..<end, of: buffer, spending: &meter) { return match }
      start = end
    }
    return nil
  }

  private func last(in part: Range<Int>, _ meter: inout WorkMeter) -> Range<Int>? {
    var end = part.upperBound
    while end > part.lowerBound, !Task.isCancelled {
      let start = max(part.lowerBound, end - step)
      if let match = pattern.last(in: start..<end, of: buffer, spending: &meter) { return match }
      end = start
    }
    return nil
  }

  private func count(
    in scope: Range<Int>, at offset: Int, _ meter: inout WorkMeter
  ) -> MatchCount {
    var count = MatchCount(total: 0, current: 0, isComplete: true)
    var start = scope.lowerBound
    while start < scope.upperBound, count.isComplete, !Task.isCancelled {
      var end = min(scope.upperBound, start + step)
      pattern.visit(start..<end, in: buffer, spending: &meter) { match in
        count.total += 1
        if match.lowerBound == offset { count.current = count.total }
        end = max(end, match.upperBound)
        count.isComplete = count.total < Self.countLimit
        return count.isComplete
      }
      start = end
    }
    return count
  }
}

extension SearchJob: Hashable {
  /// Whether both are the same search of one editor.
  public static func == (left: SearchJob, right: SearchJob) -> Bool {
    left.number == right.number && left.pattern == right.pattern && left.place == right.place
      && left.replacing == right.replacing
  }

  /// Hashes what is compared, not the text.
  public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// What a `SearchJob` found.
public struct SearchFinding: Hashable, Sendable {
  let number: Int
  let hit: Range<Int>?
  let matches: MatchCount?
  /// All matches, with what replaces them.
  var replacements: [Replacement]?
}
