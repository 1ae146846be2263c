import CNcurses

/// The colour pairs in use: ncurses names a foreground with a background by a number.
///
/// The table is bounded; when it is full it is emptied, and everything must be painted again.
struct PairTable {
  /// By both colours in one number.
  private var numbers: [Int: Int32] = [:]
  private let limit: Int
  /// Whether pairs were given away that cells on the screen still use.
  private(set) var hasOverflowed = false

  /// Uses at most 4,096 of the pairs that the terminal has.
  init(available: Int) { limit = max(0, min(available, 4096) - 1) }

  /// The pair of two colours by ncurses' numbers, where -1 is the terminal's own.
  mutating func pair(foreground: Int32, background: Int32) -> Int32 {
    guard foreground != -1 || background != -1, limit > 0 else { return 0 }
    let key = Int(foreground) << 32 | Int(UInt32(bitPattern: background))
    if let number = numbers[key] { return number }
    if numbers.count == limit {
      numbers.removeAll(keepingCapacity: true)
      hasOverflowed = true
    }
    let number = Int32(numbers.count + 1)
    numbers[key] = number
    init_extended_pair(number, foreground, background)
    return number
  }

  /// Whether everything must be painted again; asked once a frame.
  mutating func takeOverflow() -> Bool {
    defer { hasOverflowed = false }
    return hasOverflowed
  }
}
