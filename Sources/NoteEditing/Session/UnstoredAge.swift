/// Since when something that was typed waits for the store, as the states of a `SaveMachine` say.
struct UnstoredAge: Hashable, Sendable {
  /// When the oldest change was made that the store does not have; nil when it has all.
  var since: Duration? { saving ?? changed }

  /// The oldest change that the running save stores.
  private var saving: Duration?
  /// The oldest change after that.
  private var changed: Duration?

  /// Takes the state that an event led to.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - time: The time since a fixed instant.
  mutating func take(_ state: SaveMachine.State, at time: Duration) {
    switch state {
    case .stored, .abandoned: (saving, changed) = (nil, nil)
    case .changed:
      // The save that was under way has ended; what was typed meanwhile waits.
      (saving, changed) = (nil, changed ?? time)
    case .storing(let meanwhile):
      if meanwhile.text != .unchanged {
        changed = changed ?? time
      } else if changed != nil || saving == nil {
        // Another save has begun.
        (saving, changed) = (changed ?? time, nil)
      }
    case .merging(let meanwhile):
      (saving, changed) = (nil, meanwhile.text == .unchanged ? nil : since ?? time)
    }
  }
}
