// MARK: - Finding characters

extension Editor {
  /// Where a character of the line is, or the place before it; nil when there are fewer.
  func find(
    _ motion: Motion, _ character: Character, count: Int, isRepeated: Bool
  ) -> Int? {
    switch motion {
    case .findForward: return buffer.find(character, after: cursor, count: count)
    case .findBackward: return buffer.find(character, before: cursor, count: count)
    case .tillForward:
      // Again, `t` must not stay before the character it already is before.
      let next = buffer.offset(after: cursor)
      let skips = isRepeated && buffer.character(at: next) == character
      return buffer.find(character, after: skips ? next : cursor, count: count)
        .map(buffer.offset(before:))
    default:
      let previous = buffer.offset(before: cursor)
      let skips = isRepeated && buffer.character(at: previous) == character
      return buffer.find(character, before: skips ? previous : cursor, count: count)
        .map(buffer.offset(after:))
    }
  }

  /// The same for what was looked for last.
  func findAgain(_ motion: Motion, count: Int) -> Int? {
    guard let (last, character) = finds.last else { return nil }
    let effective = motion == .repeatFind ? last : last.reversedFind
    return find(effective, character, count: count, isRepeated: true)
  }
}

extension Motion {
  /// The search for a character in the other direction.
  fileprivate var reversedFind: Motion {
    switch self {
    case .findForward: .findBackward
    case .findBackward: .findForward
    case .tillForward: .tillBackward
    default: .tillForward
    }
  }
}
