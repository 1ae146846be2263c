/// Decides how many colours to show; a pure function of what is asked for and what is there.
public enum ColorPolicy {
  /// What the person asked for, by `--color` or in the configuration.
  public enum Choice: String, Hashable, Sendable, CaseIterable {
    /// By the environment and the terminal.
    case automatic = "auto"
    /// Colours even where the environment says otherwise.
    case always
    /// No colours.
    case never
    /// At most 16.
    case ansi16 = "16"
    /// At most 256.
    case indexed256 = "256"
    /// 24-bit colours.
    case trueColor = "truecolor"
  }

  /// The depth to show.
  ///
  /// A choice other than `automatic` wins; then `NO_COLOR`, when not empty
  /// (<https://no-color.org>), unless `CLICOLOR_FORCE` is set and not `0`. 24-bit colours are
  /// shown only when they were chosen.
  ///
  /// - Parameters:
  ///   - choice: What the person asked for.
  ///   - environment: `NO_COLOR`, `CLICOLOR_FORCE` and `TERM` are read.
  ///   - terminalColors: The number that the terminal's description states; 0 or less if none.
  ///   - prefersTrueColor: Whether an automatic choice shows 24-bit colours where it would show
  ///     256.
  /// - Returns: The depth; never more than the terminal has.
  public static func depth(
    choice: Choice, environment: [String: String], terminalColors: Int,
    prefersTrueColor: Bool = false
  ) -> ColorDepth {
    let available = depth(of: terminalColors)
    guard environment["TERM"] != "dumb" else { return .monochrome }
    switch choice {
    case .never: return .monochrome
    case .always:
      return prefersTrueColor && available == .indexed256 ? .trueColor : available
    case .ansi16: return min(available, .ansi16)
    case .indexed256: return min(available, .indexed256)
    case .trueColor: return available == .indexed256 ? .trueColor : available
    case .automatic:
      if isColorRefused(environment) { return .monochrome }
      return prefersTrueColor && available == .indexed256 ? .trueColor : available
    }
  }

  /// Whether 24-bit colours are to be tried.
  ///
  /// - Parameters:
  ///   - choice: What the person asked for.
  ///   - environment: `COLORTERM`, `TERM` and `TMUX` are read.
  ///   - preference: What an automatic choice means; nil asks the environment. GNU screen passes
  ///     `COLORTERM` on and does not know such colours; tmux does.
  /// - Returns: Whether to try; the terminal's description decides.
  public static func wantsTrueColor(
    choice: Choice, environment: [String: String], preference: Bool?
  ) -> Bool {
    switch choice {
    case .trueColor: return true
    case .automatic, .always: break
    case .never, .ansi16, .indexed256: return false
    }
    if let preference { return preference }
    let isScreen = (environment["TERM"] ?? "").hasPrefix("screen")
    guard !isScreen || environment["TMUX"] != nil else { return false }
    return ["truecolor", "24bit"].contains(environment["COLORTERM"]?.lowercased() ?? "")
  }

  /// Whether output that is no full screen gets colours, such as the command line's.
  ///
  /// - Parameters:
  ///   - choice: What the person asked for.
  ///   - environment: `NO_COLOR`, `CLICOLOR_FORCE`, `CLICOLOR` and `TERM` are read.
  ///   - isTerminal: Whether the output is a terminal.
  /// - Returns: Whether to write colours.
  public static func colorsOutput(
    choice: Choice, environment: [String: String], isTerminal: Bool
  ) -> Bool {
    switch choice {
    case .never: return false
    case .always, .ansi16, .indexed256, .trueColor: return true
    case .automatic:
      if isForced(environment) { return true }
      if isColorRefused(environment) || environment["TERM"] == "dumb" { return false }
      return isTerminal && environment["CLICOLOR"] != "0"
    }
  }

  private static func isForced(_ environment: [String: String]) -> Bool {
    guard let value = environment["CLICOLOR_FORCE"] else { return false }
    return !value.isEmpty && value != "0"
  }

  private static func isColorRefused(_ environment: [String: String]) -> Bool {
    !(environment["NO_COLOR"] ?? "").isEmpty && !isForced(environment)
  }

  private static func depth(of colors: Int) -> ColorDepth {
    switch colors {
    case ..<8: .monochrome
    case ..<256: .ansi16
    default: .indexed256
    }
  }
}
