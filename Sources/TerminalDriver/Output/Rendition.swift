/// What SGR sequences set: modes and colours, as the parameters that set them.
///
/// Source: ECMA-48, 8.3.117, with the colours of
/// <https://invisible-island.net/xterm/ctlseqs/ctlseqs.html>.
struct Rendition: Hashable {
  /// Neither modes nor colours.
  static let plain = Rendition()

  /// Bit n says that mode n is on: 1 bold, 2 dim, 3 italic, 4 underlined, 5 blinking, 7 reversed,
  /// 8 hidden, 9 crossed out.
  private var modes: UInt16 = 0
  private var foreground: [UInt16] = []
  private var background: [UInt16] = []

  private static let weights: UInt16 = 1 << 1 | 1 << 2
  private static let underline: UInt16 = 1 << 4
  private static let reverse: UInt16 = 1 << 7
  private static let crossedOut: UInt16 = 1 << 9

  /// The rendition after a sequence of parameters; nil if one of them is unknown.
  func applying(_ parameters: [UInt16]) -> Rendition? {
    var result = self
    var rest = parameters[...]
    while let code = rest.popFirst() {
      switch code {
      case 0: result = .plain
      case 1...9: result.modes |= 1 << code
      case 22: result.modes &= ~(1 << 1 | 1 << 2)
      case 23...25, 27...29: result.modes &= ~(1 << (code - 20))
      case 30...37, 90...97: result.foreground = [code]
      case 39: result.foreground = []
      case 40...47, 100...107: result.background = [code]
      case 49: result.background = []
      case 38, 48:
        guard let color = Self.takeColor(from: &rest) else { return nil }
        if code == 38 { result.foreground = [38] + color } else { result.background = [48] + color }
      default: return nil
      }
    }
    return result
  }

  private static func takeColor(from rest: inout ArraySlice<UInt16>) -> [UInt16]? {
    let count = rest.first == 5 ? 2 : rest.first == 2 ? 4 : 0
    guard count > 0, rest.count >= count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  /// What is seen of it in a blank cell: the background, unless there is a line or a reversal.
  var ofBlank: Rendition {
    guard modes & (Self.underline | Self.reverse | Self.crossedOut) == 0 else { return self }
    var result = Rendition.plain
    result.background = background
    return result
  }

  /// The fewest parameters that make this of another rendition, or of an unknown one.
  func parameters(from shown: Rendition?) -> [UInt16] {
    let whole = [0] + Self.numbers(of: modes) + foreground + background
    // `CSI m` alone is shortest of all.
    guard let shown, self != .plain else { return whole }
    let ended = Self.ends(of: shown.modes & ~modes)
    // A terminal without colours may not know the ends of modes, as the VT100.
    guard ended.isEmpty || !(foreground + background).isEmpty else { return whole }
    // The one end of bold and dim ends both.
    let kept = ended.contains(22) ? shown.modes & ~Self.weights : shown.modes
    var changed = ended + Self.numbers(of: modes & ~kept)
    if foreground != shown.foreground { changed += foreground.isEmpty ? [39] : foreground }
    if background != shown.background { changed += background.isEmpty ? [49] : background }
    return !ended.isEmpty && Self.length(of: whole) <= Self.length(of: changed) ? whole : changed
  }

  /// The parameters that end modes.
  private static func ends(of modes: UInt16) -> [UInt16] {
    (modes & weights == 0 ? [] : [22]) + numbers(of: modes & ~weights).map { $0 + 20 }
  }

  private static func length(of parameters: [UInt16]) -> Int {
    parameters.reduce(0) { $0 + ($1 < 10 ? 2 : $1 < 100 ? 3 : 4) }
  }

  private static func numbers(of modes: UInt16) -> [UInt16] {
    (1...9).filter { modes & (1 << $0) != 0 }
  }
}
