import Synchronization

/// The expressions that were compiled last, since a frame asks for the same one several times.
///
/// A compiled expression is a constant value, so all editors can share it.
enum PatternMemory {
  /// How many are kept: the one that is typed, the last one and those of a replacement.
  private static let capacity = 4

  private struct Entry {
    let text: String
    let ignoresCase: Bool
    let outcome: Result<PatternProgram, PatternProblem>
  }

  /// The last one used comes last.
  private static let entries = Mutex<[Entry]>([])

  /// An expression made ready for matching, or why it cannot be; compiled only if it is not among
  /// the last few.
  static func compiled(
    _ text: String, ignoresCase: Bool
  ) -> Result<PatternProgram, PatternProblem> {
    let known = entries.withLock { entries -> Entry? in
      guard
        let index = entries.lastIndex(where: { $0.ignoresCase == ignoresCase && $0.text == text })
      else { return nil }
      let entry = entries.remove(at: index)
      entries.append(entry)
      return entry
    }
    if let known { return known.outcome }
    let outcome = Result { () throws(PatternProblem) in
      try PatternProgram(text, ignoresCase: ignoresCase)
    }
    entries.withLock { entries in
      entries.append(Entry(text: text, ignoresCase: ignoresCase, outcome: outcome))
      if entries.count > capacity { entries.removeFirst() }
    }
    return outcome
  }
}
