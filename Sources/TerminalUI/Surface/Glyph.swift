import Synchronization

/// A grapheme cluster in 32 bits: a code point, or the number of a cluster of several.
///
/// Equal clusters are equal numbers in the whole process, so that cells are compared as memory.
struct Glyph: Hashable, Sendable {
  static let space = Glyph(value: 0x20)

  private static let clusterBit: UInt32 = 1 << 31

  let value: UInt32

  /// Whether it is a cluster of several code points.
  var isCluster: Bool { value & Self.clusterBit != 0 }

  private init(value: UInt32) { self.value = value }

  /// A cluster of one code point.
  @inline(__always) init(_ scalar: Unicode.Scalar) { value = scalar.value }

  /// A cluster of one ASCII character.
  @inline(__always) init(ascii: UInt8) { value = UInt32(ascii) }

  init(_ character: Character) {
    let scalars = character.unicodeScalars
    if let first = scalars.first, scalars.index(after: scalars.startIndex) == scalars.endIndex {
      self.init(first)
    } else {
      let number = ClusterNumbers.shared.number(of: character)
      self.init(value: number.map { $0 | Self.clusterBit } ?? 0xfffd)
    }
  }

  var character: Character {
    if value & Self.clusterBit != 0 {
      return ClusterNumbers.shared.character(Int(value & ~Self.clusterBit))
    }
    return Character(Unicode.Scalar(value) ?? "\u{fffd}")
  }
}

/// The clusters of several code points that were ever drawn, numbered in order of appearance.
///
/// Bounded: after the last number every new cluster is shown as a replacement character.
private final class ClusterNumbers: Sendable {
  static let shared = ClusterNumbers()

  private struct State {
    var numbers: [Character: UInt32] = [:]
    var characters: [Character] = []
  }

  private static let limit = 1 << 17
  private let state = Mutex(State())

  func number(of character: Character) -> UInt32? {
    state.withLock { state in
      if let number = state.numbers[character] { return number }
      guard state.characters.count < Self.limit else { return nil }
      let number = UInt32(state.characters.count)
      state.numbers[character] = number
      state.characters.append(character)
      return number
    }
  }

  func character(_ number: Int) -> Character {
    state.withLock { $0.characters[number] }
  }
}
