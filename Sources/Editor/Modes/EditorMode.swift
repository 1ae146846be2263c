/// How the editor takes keys.
public enum EditorMode: String, Hashable, Sendable, CaseIterable {
  /// Keys are commands.
  case normal
  /// Keys type.
  case insert
  /// Keys type over what is there.
  case replace
  /// Motions select characters, lines, or a block of columns.
  case visual, visualLines, visualBlock
  /// Keys type, selections are made with Shift: the preset for people who do not know vi.
  case plain
  /// A line of input is open: a pattern to look for, or a replacement.
  case prompt
  /// Each match is asked about: `y`, `n`, `a`, `q`.
  case confirm

  /// The word for the status line, in capitals.
  public var word: String {
    switch self {
    case .normal: "NORMAL"
    case .insert: "INSERT"
    case .replace: "REPLACE"
    case .visual: "VISUAL"
    case .visualLines: "V-LINE"
    case .visualBlock: "V-BLOCK"
    case .plain: "EDIT"
    case .prompt: "SEARCH"
    case .confirm: "CONFIRM"
    }
  }

  /// Whether characters go into the text.
  public var isTyping: Bool { self == .insert || self == .replace || self == .plain }
  /// Whether a visual selection is shown.
  public var isVisual: Bool {
    self == .visual || self == .visualLines || self == .visualBlock
  }
}
