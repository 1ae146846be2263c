import TerminalUI

/// Which emoji of several code points a terminal draws whole, in two columns.
///
/// The environment says which terminal it is. One that is not in the table is asked, and draws none
/// before it has answered (`EmojiQuestion`). In a multiplexer only the multiplexer matters.
public enum EmojiPolicy {
  /// What the terminal draws whole.
  ///
  /// - Parameter environment: `TMUX`, `STY`, `TERM_PROGRAM`, `TERM` and what single terminals set
  ///   are read.
  /// - Returns: What is drawn whole; empty for a terminal that is not known.
  public static func sequences(environment: [String: String]) -> EmojiSequence {
    known(environment: environment) ?? []
  }

  /// What the table says; nil for a terminal that is not in it.
  static func known(environment: [String: String]) -> EmojiSequence? {
    let term = environment["TERM"] ?? ""
    let isMultiplexed =
      environment["TMUX"] != nil || environment["STY"] != nil || environment["ZELLIJ"] != nil
      || term.hasPrefix("tmux") || term.hasPrefix("screen")
    guard !isMultiplexed else { return nil }
    if let found = byProgram[environment["TERM_PROGRAM"]?.lowercased() ?? ""] { return found }
    return byName.first { term.hasPrefix($0.name) }?.sequences
  }

  private static let byProgram: [String: EmojiSequence] = [
    "wezterm": .all, "iterm.app": .all, "ghostty": .all, "kitty": .all, "rio": .all,
    // It draws signs with a selector in one column.
    "apple_terminal": [.flag, .skinTone, .joined],
  ]

  private static let byName: [(name: String, sequences: EmojiSequence)] = [
    ("xterm-kitty", .all), ("xterm-ghostty", .all), ("wezterm", .all), ("foot", .all),
    ("contour", .all),
  ]
}
