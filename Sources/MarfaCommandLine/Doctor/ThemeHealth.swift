import Settings

/// Looks at the themes: those that are chosen, and the others that can be found.
struct ThemeHealth {
  let library: ThemeLibrary
  let choice: ThemeChoice
  let environment: [String: String]

  /// The checks: one for each chosen theme, and one for each other theme with a fault.
  func checks() -> [HealthCheck] {
    // A missing theme is reported with the configuration that names it.
    let known = Set(library.names())
    let chosen = (environment["NO_COLOR"]?.isEmpty == false ? ["mono"] : []) + choice.names
    var seen: Set<String> = []
    let used = chosen.filter { known.contains($0) && seen.insert($0).inserted }
    let others = known.subtracting(used).sorted()
    return used.map { check($0, isUsed: true) }
      + others.map { check($0, isUsed: false) }.filter { $0.status != .good }
  }

  private func check(_ name: String, isUsed: Bool) -> HealthCheck {
    let diagnostics = library.load(name).diagnostics
    let value = isUsed ? name : "\(name) (not in use)"
    if diagnostics.isEmpty { return HealthCheck("theme", .good, value) }
    let isBad = isUsed && diagnostics.contains { $0.severity == .error }
    return HealthCheck(
      "theme", isBad ? .bad : .warning, value,
      advice: diagnostics.worstFirst.map(\.description).joined(separator: "\n"))
  }
}
