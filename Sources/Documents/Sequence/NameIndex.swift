/// Handles by the number of their first scalar, for one actor; a value with copy on write.
///
/// Entries are kept in sorted chunks: a search costs O(log n), a change O(size of a chunk).
struct NameIndex: Sendable {
  static let chunkSize = 256

  init() {}

  /// The number of the first scalar in the upper half, the handle in the lower.
  private var chunks: [[UInt64]] = []
  /// The first number of each chunk.
  private var starts: [UInt32] = []

  static func entry(_ number: UInt32, _ handle: Int) -> UInt64 {
    UInt64(number) << 32 | UInt64(UInt32(truncatingIfNeeded: handle))
  }

  static func number(_ entry: UInt64) -> UInt32 { UInt32(entry >> 32) }

  /// The handle with the greatest number that is at most the given one, or -1.
  func find(_ number: UInt32) -> Int {
    let chunk = place(of: number)
    guard chunk >= 0 else { return -1 }
    let entries = chunks[chunk]
    let index = Self.index(of: number, in: entries)
    return index < 0 ? -1 : Int(UInt32(truncatingIfNeeded: entries[index]))
  }

  /// The last chunk that begins at or before a number, or -1.
  private func place(of number: UInt32) -> Int {
    guard let last = starts.last else { return -1 }
    if last <= number { return starts.count - 1 }
    return starts.firstFailing { $0 <= number } - 1
  }

  private static func index(of number: UInt32, in entries: [UInt64]) -> Int {
    entries.withUnsafeBufferPointer { entries in
      var low = 0
      var high = entries.count
      while low < high {
        let middle = (low + high) / 2
        if Self.number(entries[middle]) <= number { low = middle + 1 } else { high = middle }
      }
      return low - 1
    }
  }

  mutating func insert(_ number: UInt32, _ handle: Int) {
    let entry = Self.entry(number, handle)
    var chunk = place(of: number)
    if chunk < 0 {
      if chunks.isEmpty {
        chunks.append([entry])
        starts.append(number)
        return
      }
      chunk = 0
    }
    let index = Self.index(of: number, in: chunks[chunk]) + 1
    chunks[chunk].insert(entry, at: index)
    if index == 0 { starts[chunk] = number }
    if chunks[chunk].count > Self.chunkSize { split(chunk) }
  }

  private mutating func split(_ chunk: Int) {
    // Names grow at the end, where a full chunk stays full.
    let kept = chunk == chunks.count - 1 ? Self.chunkSize - 8 : Self.chunkSize / 2
    let right = Array(chunks[chunk][kept...])
    chunks[chunk].removeSubrange(kept...)
    chunks.insert(right, at: chunk + 1)
    starts.insert(Self.number(right[0]), at: chunk + 1)
  }

  mutating func remove(_ number: UInt32) {
    let chunk = place(of: number)
    let index = chunk < 0 ? -1 : Self.index(of: number, in: chunks[chunk])
    guard index >= 0, Self.number(chunks[chunk][index]) == number else { return }
    chunks[chunk].remove(at: index)
    if chunks[chunk].isEmpty {
      chunks.remove(at: chunk)
      starts.remove(at: chunk)
    } else if index == 0 {
      starts[chunk] = Self.number(chunks[chunk][0])
    }
  }

  /// Gives an entry another number between those next to it.
  mutating func renumber(_ former: UInt32, to number: UInt32) {
    let chunk = place(of: former)
    let index = chunk < 0 ? -1 : Self.index(of: former, in: chunks[chunk])
    guard index >= 0 else { return }
    let handle = Int(UInt32(truncatingIfNeeded: chunks[chunk][index]))
    chunks[chunk][index] = Self.entry(number, handle)
    if index == 0 { starts[chunk] = number }
  }

  /// All handles by ascending number.
  var handles: [Int] {
    chunks.flatMap { $0.map { Int(UInt32(truncatingIfNeeded: $0)) } }
  }
}

extension NameIndex {
  /// An index of entries that are sorted.
  init(sorted entries: [UInt64]) {
    for start in stride(from: 0, to: entries.count, by: Self.chunkSize / 2) {
      chunks.append(Array(entries[start..<min(start + Self.chunkSize / 2, entries.count)]))
      starts.append(Self.number(entries[start]))
    }
  }
}

extension Array {
  /// The number of leading elements for which a predicate holds; after the first that fails, all
  /// do.
  func firstFailing(_ holds: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
