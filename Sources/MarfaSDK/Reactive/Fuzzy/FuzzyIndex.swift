/// The titles of a store, folded once, for fuzzy matching on each key.
///
/// Immutable and shared by copy: the units of all titles lie side by side. It takes about two bytes
/// for each character of a title and 16 for each title.
public struct FuzzyIndex: Sendable {
  /// The folded units of all titles, one after the other.
  let units: [UInt16]
  /// Where each title starts in `units`, and where the last ends.
  let starts: [Int32]
  /// Which letters each title has.
  let letters: [UInt64]

  /// How many titles there are.
  public var count: Int { letters.count }

  /// Folds titles; a match names a title by its place here.
  ///
  /// - Parameter titles: The titles, most likely first, since equal matches keep this order.
  public init(titles: some Collection<String>) {
    self.init(titles, count: titles.count, size: titles.reduce(0) { $0 + $1.utf8.count })
  }

  /// Folds titles; `count` and `size` are their number and bytes.
  init(_ titles: some Sequence<String>, count: Int, size: Int) {
    var units: [UInt16] = []
    var starts: [Int32] = [0]
    var letters: [UInt64] = []
    // Growing, the array would for a moment be there twice.
    units.reserveCapacity(size)
    starts.reserveCapacity(count + 1)
    letters.reserveCapacity(count)
    for title in titles {
      let start = units.count
      FuzzyFold.append(title, to: &units)
      starts.append(Int32(units.count))
      letters.append(Self.letters(units[start...]))
    }
    self.units = units
    self.starts = starts
    self.letters = letters
  }

  /// A set of letters as bits: one for each of `a` to `z` and `0` to `9`, the rest shared by all
  /// other letters.
  static func letters(_ units: some Sequence<UInt16>) -> UInt64 {
    var bits: UInt64 = 0
    for unit in units {
      switch unit {
      case 0x61...0x7A: bits |= 1 << UInt64(unit - 0x61)
      case 0x30...0x39: bits |= 1 << UInt64(unit - 0x30 + 26)
      default: bits |= 1 << UInt64(unit % 28 + 36)
      }
    }
    return bits
  }
}
