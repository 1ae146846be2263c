/// The states of an item and the steps between them.
///
/// ```swift
/// let mayArchive = Lifecycle.allows(.active, to: .archived, ofType: "core.note")
/// ```
public enum Lifecycle {
  /// Days that a trashed item is kept, unless the space says otherwise.
  public static let standardTrashRetentionDays = 60

  /// Whether an item may go from one state to the other.
  ///
  /// Staying is no step and is always allowed, so that a repeated request is harmless.
  public static func allows(
    _ from: ItemState, to: ItemState, ofType type: String = "core.note"
  ) -> Bool {
    if from == to { return isState(to, ofType: type) }
    if TypeName.isSystem(type) { return from == .active && to == .revoked }
    switch (from, to) {
    case (.active, .archived), (.active, .trashed), (.archived, .active), (.archived, .trashed),
      (.trashed, .active):
      return true
    default: return false
    }
  }

  /// Checks a step.
  ///
  /// - Parameters:
  ///   - from: The present state.
  ///   - to: The wanted state.
  ///   - type: The item's type.
  /// - Throws: `ValidationError` with `invalid_transition`.
  public static func validateTransition(
    from: ItemState, to: ItemState, ofType type: String
  ) throws {
    guard allows(from, to: to, ofType: type) else {
      throw ValidationError(
        code: ErrorCode.invalidTransition,
        message: "An item that is \(from.rawValue) cannot become \(to.rawValue).",
        details: [
          "field": "state", "from": .string(from.rawValue), "to": .string(to.rawValue),
        ])
    }
  }

  /// Checks a first state.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - type: The item's type.
  /// - Throws: `ValidationError` with `validation_error` when items of the type are never so.
  public static func validate(_ state: ItemState, ofType type: String) throws {
    guard isState(state, ofType: type) else {
      throw ValidationError(
        message: "Items of \(type) cannot be \(state.rawValue).", details: ["field": "state"])
    }
  }

  /// Whether items of the type can be in the state at all.
  public static func isState(_ state: ItemState, ofType type: String) -> Bool {
    TypeName.isSystem(type) ? state == .active || state == .revoked : state != .revoked
  }

  /// Whether a trashed item has been kept long enough.
  ///
  /// `trashedAt` is when it was trashed, `days` the retention; at exactly that age it is due.
  public static func isPurgeDue(
    trashedAt: Timestamp, now: Timestamp, retentionDays days: Int = standardTrashRetentionDays
  ) -> Bool {
    trashedAt.adding(days: days) <= now
  }

  /// Items trashed at or before this are due for purging.
  public static func purgeHorizon(
    now: Timestamp, retentionDays days: Int = standardTrashRetentionDays
  ) -> Timestamp {
    now.adding(days: -days)
  }

  /// The tier of a new item: the client's, else the credential's, else the library; none for
  /// `system.*`.
  public static func tier(
    ofType type: String, requested: ItemTier?, credentialDefault: ItemTier? = nil
  ) -> ItemTier? {
    TypeName.isSystem(type) ? nil : requested ?? credentialDefault ?? .library
  }
}
