/// How much room a part of a split gets.
public enum Track: Hashable, Sendable {
  /// Exactly so many cells, as long as there are any.
  case fixed(Int)
  /// A share of what is left, in proportion to its weight, but at least so many cells.
  case share(Int, minimum: Int = 0)

  /// The extents of parts side by side; never negative, in sum at most `total`.
  ///
  /// Fixed parts come first, then the minimums, from the first part to the last; what is left
  /// goes to the shares by weight, and what cannot be divided to the first ones.
  ///
  /// - Parameters:
  ///   - tracks: The parts.
  ///   - total: The room in cells.
  ///   - gap: Empty cells between two parts.
  /// - Returns: One extent for each part.
  public static func extents(of tracks: [Track], in total: Int, gap: Int = 0) -> [Int] {
    var left = max(0, total - gap * max(0, tracks.count - 1))
    var extents = tracks.map { $0.claim(from: &left, isFixed: true) }
    for (index, track) in tracks.enumerated() {
      extents[index] += track.claim(from: &left, isFixed: false)
    }
    distribute(left, among: tracks, to: &extents)
    return extents
  }

  private func claim(from left: inout Int, isFixed: Bool) -> Int {
    let wanted: Int
    switch (self, isFixed) {
    case (.fixed(let count), true): wanted = count
    case (.share(_, let minimum), false): wanted = minimum
    default: return 0
    }
    let granted = min(max(0, wanted), left)
    left -= granted
    return granted
  }

  private var weight: Int {
    if case .share(let weight, _) = self { return max(0, weight) }
    return 0
  }

  /// Gives cells to the shares so that the extents approach the weights, minimums included.
  private static func distribute(_ free: Int, among tracks: [Track], to extents: inout [Int]) {
    let shares = tracks.indices.filter { tracks[$0].weight > 0 }
    guard !shares.isEmpty, free > 0 else { return }
    var open = shares
    // A part whose minimum is more than its share keeps the minimum; the others divide the rest.
    while true {
      let total = open.reduce(0) { $0 + extents[$1] } + free
      let weights = open.reduce(0) { $0 + tracks[$1].weight }
      let content = open.filter { extents[$0] * weights <= total * tracks[$0].weight }
      if content.count == open.count { return fill(total, open, weights, tracks, &extents) }
      guard !content.isEmpty else { return }
      open = content
    }
  }

  private static func fill(
    _ total: Int, _ open: [Int], _ weights: Int, _ tracks: [Track], _ extents: inout [Int]
  ) {
    var rest = total
    for index in open {
      extents[index] = max(extents[index], total * tracks[index].weight / weights)
      rest -= extents[index]
    }
    for index in open where rest > 0 {
      extents[index] += 1
      rest -= 1
    }
  }
}
