import MarfaModel

/// The variables of the environment that the application reads.
package enum EnvironmentVariables {
  /// Every variable whose name begins with `MARFA_`, in alphabetical order.
  package static let own = [
    "MARFA_CONFIG", "MARFA_DATA", "MARFA_EDITOR", "MARFA_LOG", "MARFA_PAGER", "MARFA_PROFILE",
    "MARFA_SCRIPT",
    "MARFA_SERVER", "MARFA_SHARED_DATA", "MARFA_STATE", "MARFA_THEMES", "MARFA_TOKEN_FILE",
  ]

  /// The prefix of the variables that `marfa-server` reads and checks itself.
  ///
  /// Where both programs run in one environment, `marfa` sees them, too.
  private static let serverPrefix = "MARFA_SERVER_"

  /// A warning for each variable that looks like ours but is not, in alphabetical order.
  package static func diagnostics(for environment: [String: String]) -> [Diagnostic] {
    environment.keys.sorted().filter { isUnknown($0) }.map { name in
      Diagnostic(
        .warning, file: "environment",
        message: "unknown variable \(name)" + Spelling.hint(for: name, among: own))
    }
  }

  private static func isUnknown(_ name: String) -> Bool {
    name.hasPrefix("MARFA_") && !own.contains(name) && !name.hasPrefix(serverPrefix)
  }
}
