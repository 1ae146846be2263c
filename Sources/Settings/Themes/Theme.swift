import TerminalUI

/// The styles of the whole screen.
package struct Theme: Hashable, Sendable {
  /// The name that it was asked for by.
  package let name: String
  /// The styles as given, by dotted scope.
  package let entries: [String: Style]
  /// The answers for every scope of the registry.
  private let resolved: [String: Style]
  /// The style of `ui.text`, which every part of a row is compared with.
  package let text: Style
  /// The style of `ui.popup`.
  package let popup: Style

  package init(name: String, entries: [String: Style]) {
    self.name = name
    self.entries = entries
    var resolved: [String: Style] = [:]
    for scope in ThemeScope.all {
      resolved[scope.name] = Self.entry(for: scope.name, in: entries)?.style ?? .plain
    }
    self.resolved = resolved
    text = resolved["ui.text"] ?? .plain
    popup = resolved["ui.popup"] ?? .plain
  }

  /// The style of a scope: the entry of the longest prefix, or a style that changes nothing.
  ///
  /// Constant for scopes of the registry, a look-up for each dot for others.
  package func style(for scope: String) -> Style {
    resolved[scope] ?? Self.entry(for: scope, in: entries)?.style ?? .plain
  }

  /// The entry that decides a scope, or nil.
  package static func entry(
    for scope: String, in entries: [String: Style]
  ) -> (scope: String, style: Style)? {
    var name = scope[...]
    while true {
      if let style = entries[String(name)] { return (String(name), style) }
      guard let dot = name.lastIndex(of: ".") else { return nil }
      name = name[..<dot]
    }
  }
}
