/// A cell in 16 bytes without padding or references, so that rows are copied and compared as
/// memory.
struct PackedCell: Hashable, Sendable {
  static let blank = PackedCell(glyph: .space, style: .plain)

  var glyph: Glyph
  /// Bit 0 says that this is the right part of a wide character, bit 31 that a picture is shown
  /// here; between them is a hyperlink's number.
  private var flags: UInt32
  var style: PackedStyle

  @inline(__always) init(glyph: Glyph, style: PackedStyle, isContinuation: Bool = false) {
    self.glyph = glyph
    self.style = style
    flags = isContinuation ? 1 : 0
  }

  /// Whether this is the right part of a wide character.
  @inline(__always) var isContinuation: Bool { flags & 1 != 0 }

  /// The number of the hyperlink that the cell belongs to; 0 for none.
  @inline(__always) var linkNumber: UInt32 {
    get { flags >> 1 & Self.links }
    set { flags = flags & ~(Self.links << 1) | (newValue & Self.links) << 1 }
  }

  /// Whether a picture is shown here.
  @inline(__always) var isOfPicture: Bool {
    get { flags >> 31 != 0 }
    set { flags = flags & ~(1 << 31) | (newValue ? 1 << 31 : 0) }
  }

  private static let links: UInt32 = 0x3FFF_FFFF

  /// 0 if both look the same.
  @inline(__always) func difference(from other: PackedCell) -> UInt64 {
    (style.bits ^ other.style.bits)
      | UInt64(glyph.value ^ other.glyph.value) | UInt64(flags ^ other.flags)
  }

  var cell: Cell {
    Cell(character: glyph.character, style: style.style, isContinuation: isContinuation)
  }
}
