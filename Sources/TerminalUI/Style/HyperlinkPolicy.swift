/// Decides whether the terminal makes links of addresses (OSC 8); a pure function.
///
/// Terminals cannot be asked. Those are taken that name themselves in the environment and are known
/// to have it: <https://github.com/Alhadis/OSC8-Adoption>. A multiplexer passes links on only if
/// the terminal outside has them, which cannot be seen from inside.
public enum HyperlinkPolicy {
  /// What the person asked for.
  public enum Choice: String, Hashable, Sendable, CaseIterable {
    /// By the environment.
    case automatic = "auto"
    /// Links even where nothing is known of them.
    case always
    /// No links.
    case never
  }

  private static let names: Set<String> = [
    "alacritty", "contour", "foot", "foot-extra", "rio", "wezterm", "xterm-ghostty", "xterm-kitty",
  ]
  private static let programs: Set<String> = ["ghostty", "iTerm.app", "rio", "vscode", "WezTerm"]
  private static let variables = ["DOMTERM", "KITTY_WINDOW_ID", "KONSOLE_VERSION", "WT_SESSION"]

  /// Whether links are shown.
  ///
  /// - Parameters:
  ///   - choice: What the person asked for.
  ///   - environment: `TERM`, `TERM_PROGRAM`, `VTE_VERSION` (from 0.50 on) and what terminals set
  ///     to be known by; `TMUX` and `STY` say that there is a multiplexer.
  /// - Returns: Whether to send OSC 8.
  public static func isShown(choice: Choice, environment: [String: String]) -> Bool {
    switch choice {
    case .always: return true
    case .never: return false
    case .automatic: break
    }
    func isSet(_ name: String) -> Bool { environment[name]?.isEmpty == false }
    let term = environment["TERM"] ?? ""
    guard !isSet("TMUX"), !isSet("STY"), term != "dumb" else { return false }
    if names.contains(term) || programs.contains(environment["TERM_PROGRAM"] ?? "") { return true }
    if let version = environment["VTE_VERSION"].flatMap(Int.init), version >= 5000 { return true }
    return variables.contains(where: isSet)
  }
}
