extension NameIndex {
  /// Indices of spans, one for each actor, whose spans must be its scalars from 0 without a gap.
  ///
  /// - Parameters:
  ///   - spans: The spans; the handle of each is its place.
  ///   - counts: The number of scalars of each actor; spans name no other actors.
  /// - Returns: Nil unless the spans are exactly these scalars.
  static func tiling(_ spans: [TextSpan], _ counts: [UInt32]) -> [NameIndex]? {
    var entries = counts.map { _ in [UInt64]() }
    for (handle, span) in spans.enumerated() {
      entries[Int(span.first.actor)].append(entry(span.first.sequence, handle))
    }
    var indices: [NameIndex] = []
    for (actor, count) in counts.enumerated() {
      entries[actor].sort()
      var next: UInt32 = 0
      for entry in entries[actor] {
        guard number(entry) == next else { return nil }
        next = spans[Int(UInt32(truncatingIfNeeded: entry))].end
      }
      guard next == count else { return nil }
      indices.append(NameIndex(sorted: entries[actor]))
    }
    return indices
  }
}
