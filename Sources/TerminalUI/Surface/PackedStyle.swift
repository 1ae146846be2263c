/// A style in 64 bits, so that cells are plain memory: 28 bits for each colour, 8 for modifiers.
///
/// A colour is its kind (3 bits, 0 for none) above 24 bits of value.
struct PackedStyle: Hashable, Sendable {
  static let plain = PackedStyle(bits: 0)

  fileprivate static let foregroundMask: UInt64 = (1 << 28) - 1
  fileprivate static let backgroundMask: UInt64 = ((1 << 28) - 1) << 28

  var bits: UInt64

  private init(bits: UInt64) { self.bits = bits }

  init(_ style: Style) {
    bits =
      Self.pack(style.foreground) | Self.pack(style.background) << 28
      | UInt64(style.modifiers.rawValue) << 56
  }

  var style: Style {
    Style(
      foreground: Self.unpack(bits & Self.foregroundMask),
      background: Self.unpack((bits & Self.backgroundMask) >> 28),
      modifiers: TextModifiers(rawValue: UInt8(bits >> 56)))
  }

  private static func pack(_ color: Color?) -> UInt64 {
    switch color {
    case nil: 0
    case .terminalDefault: 1 << 24
    case .ansi(let index): 2 << 24 | UInt64(index)
    case .indexed(let index): 3 << 24 | UInt64(index)
    case .rgb(let red, let green, let blue):
      4 << 24 | UInt64(red) << 16 | UInt64(green) << 8 | UInt64(blue)
    }
  }

  private static func unpack(_ bits: UInt64) -> Color? {
    let byte = { (shift: UInt64) in UInt8(truncatingIfNeeded: bits >> shift) }
    switch bits >> 24 {
    case 1: return .terminalDefault
    case 2: return .ansi(byte(0))
    case 3: return .indexed(byte(0))
    case 4: return .rgb(red: byte(16), green: byte(8), blue: byte(0))
    default: return nil
    }
  }

  /// Laying a style over others, made ready for many cells.
  struct Overlay {
    private let kept: UInt64
    private let added: UInt64

    init(_ style: Style) {
      added = PackedStyle(style).bits
      let hidden =
        (style.foreground == nil ? 0 : foregroundMask)
        | (style.background == nil ? 0 : backgroundMask)
      kept = ~hidden
    }

    @inline(__always) func over(_ below: PackedStyle) -> PackedStyle {
      PackedStyle(bits: below.bits & kept | added)
    }
  }
}
