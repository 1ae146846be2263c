/// A set of handles: a bit for each.
struct HandleSet: Sendable {
  private var words: [UInt64] = []
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  func contains(_ handle: Int) -> Bool {
    handle >> 6 < words.count && words[handle >> 6] & (1 << UInt64(handle & 63)) != 0
  }

  mutating func insert(_ handle: Int) {
    while words.count <= handle >> 6 { words.append(0) }
    let bit: UInt64 = 1 << UInt64(handle & 63)
    if words[handle >> 6] & bit == 0 { count += 1 }
    words[handle >> 6] |= bit
  }

  mutating func remove(_ handle: Int) {
    guard contains(handle) else { return }
    words[handle >> 6] &= ~(1 << UInt64(handle & 63))
    count -= 1
  }

  /// The handles, ascending; costs O(largest handle).
  var handles: [Int] {
    var handles: [Int] = []
    handles.reserveCapacity(count)
    for (index, word) in words.enumerated() where word != 0 {
      var rest = word
      while rest != 0 {
        handles.append(index << 6 + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
    return handles
  }
}
