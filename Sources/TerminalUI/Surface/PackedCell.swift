/// A cell in 16 bytes without padding or references, so that rows are copied and compared as
/// memory.
struct PackedCell: Hashable, Sendable {
  static let blank = PackedCell(glyph: .space, style: .plain)

  var glyph: Glyph
  private var flags: UInt32
  var style: PackedStyle

  @inline(__always) init(glyph: Glyph, style: PackedStyle, isContinuation: Bool = false) {
    self.glyph = glyph
    self.style = style
    flags = isContinuation ? 1 : 0
  }

  /// Whether this is the right part of a wide character.
  @inline(__always) var isContinuation: Bool { flags != 0 }

  /// 0 if both look the same.
  @inline(__always) func difference(from other: PackedCell) -> UInt64 {
    (style.bits ^ other.style.bits)
      | UInt64(glyph.value ^ other.glyph.value) | UInt64(flags ^ other.flags)
  }

  var cell: Cell {
    Cell(character: glyph.character, style: style.style, isContinuation: isContinuation)
  }
}
