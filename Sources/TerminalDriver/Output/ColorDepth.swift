/// How many colours are shown.
public enum ColorDepth: Int, Hashable, Sendable, CaseIterable, Comparable {
  /// None: bold, dim, underlined and reversed carry the meaning.
  case monochrome
  /// The 16 ANSI colours (or 8 and bold).
  case ansi16
  /// The 256 colours of the xterm palette.
  case indexed256
  /// Any 24-bit colour.
  case trueColor

  /// By the number of colours.
  public static func < (left: ColorDepth, right: ColorDepth) -> Bool {
    left.rawValue < right.rawValue
  }
}
