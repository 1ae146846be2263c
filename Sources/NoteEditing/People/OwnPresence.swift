import MarfaSDK
import Settings

/// What others are shown of the person.
package struct OwnPresence: Hashable, Sendable {
  /// What the person is called.
  package var name: String
  /// The number of the style that was chosen, 1…8; nil gives that of the name.
  package var color: Int?
  /// Whether others see where the person is.
  package var showsCaret: Bool
  /// Whether they see it before the person has edited anything, too.
  package var showsReading: Bool

  /// What others are shown.
  ///
  /// - Parameters:
  ///   - name: What the person is called.
  ///   - color: The number of a style, 1…8; nil gives that of the name.
  ///   - showsCaret: Whether others see where the person is.
  ///   - showsReading: Whether they see it before the person has edited anything, too.
  package init(
    name: String, color: Int? = nil, showsCaret: Bool = true, showsReading: Bool = false
  ) {
    (self.name, self.color) = (name, color)
    (self.showsCaret, self.showsReading) = (showsCaret, showsReading)
  }

  /// What the settings say; nil when others are to see nothing.
  ///
  /// - Parameters:
  ///   - configuration: The settings.
  ///   - keyLabel: The label of the key, which is the name unless there is another.
  package init?(_ configuration: Configuration, keyLabel: String?) {
    guard configuration.presence != .off else { return nil }
    let color = configuration.presenceColor
    self.init(
      name: configuration.presenceName ?? keyLabel ?? configuration.server.device ?? "somebody",
      color: color == 0 ? nil : color, showsCaret: configuration.presence == .full,
      showsReading: configuration.showsReading)
  }

  /// The presence without a place.
  var values: [String: String] {
    var values = [PresenceKey.name: name]
    if let color { values[PresenceKey.color] = String(color) }
    return values
  }
}
