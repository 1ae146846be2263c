import TerminalUI

/// A mouse report as the terminal sends it (xterm's ctlseqs, "Mouse Tracking").
struct MouseReport {
  private let code: Int
  private let column: Int
  private let row: Int
  private let isRelease: Bool

  /// A report of mode 1006: `CSI < code ; column ; row M` or `m`.
  init?(_ parameters: [[Int?]], isRelease: Bool) {
    guard parameters.count == 3, let code = parameters[0].first ?? nil,
      let column = parameters[1].first ?? nil, let row = parameters[2].first ?? nil,
      column > 0, row > 0
    else { return nil }
    self.code = code
    self.column = column - 1
    self.row = row - 1
    self.isRelease = isRelease
  }

  /// A report of mode 1000: three bytes, each 32 more than what it says.
  init?(x10 bytes: [UInt8]) {
    guard bytes.count == 3, bytes.allSatisfy({ $0 >= 32 }), bytes[1] > 32, bytes[2] > 32 else {
      return nil
    }
    let code = Int(bytes[0]) - 32
    isRelease = code & 0b11 == 3 && code & 0b110_0000 == 0
    self.code = isRelease ? code & ~0b11 : code
    column = Int(bytes[1]) - 33
    row = Int(bytes[2]) - 33
  }

  /// What it means; nil for buttons and motions that nothing here uses.
  var event: MouseEvent? {
    guard let action else { return nil }
    var modifiers: KeyModifiers = []
    if code & 4 != 0 { modifiers.insert(.shift) }
    if code & 8 != 0 { modifiers.insert(.alt) }
    if code & 16 != 0 { modifiers.insert(.control) }
    return MouseEvent(action, at: Point(column: column, row: row), modifiers: modifiers)
  }

  private var action: MouseEvent.Action? {
    let button = code & 0b1100_0011
    let isMotion = code & 32 != 0
    switch (button, isMotion, isRelease) {
    case (0, false, false): return .press
    case (0, true, false): return .drag
    case (0, _, true): return .release
    case (1, false, false): return .middlePress
    case (2, false, false): return .rightPress
    case (64, _, false): return .wheelUp
    case (65, _, false): return .wheelDown
    default: return nil
    }
  }
}
