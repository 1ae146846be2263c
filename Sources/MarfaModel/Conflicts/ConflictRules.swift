/// The rules of optimistic concurrency, the same on a client and on a server.
///
/// ```swift
/// let fields = ConflictRules.conflictingFields(
///   patch: ["title": "Rye"], current: ["title": "Wheat"], ancestor: ["title": "Bread"])
/// ```
public enum ConflictRules {
  /// Merges two texts that grew from a third, or returns nil where the edits overlap.
  public typealias TextMerge = (_ ancestor: String, _ mine: String, _ theirs: String) -> String?

  /// The fields of a patch that the current item changed as well, to something else; sorted.
  ///
  /// Without an ancestor every differing field conflicts.
  public static func conflictingFields(
    patch: [String: JSONValue], current: [String: JSONValue], ancestor: [String: JSONValue]?
  ) -> [String] {
    patch.keys.filter { name in
      let mine = present(patch[name])
      let theirs = present(current[name])
      guard mine != theirs else { return false }
      guard let ancestor else { return true }
      let base = present(ancestor[name])
      return theirs != base && mine != base
    }.sorted()
  }

  /// Settles a conflict.
  ///
  /// `siblingId` is asked for an id only when a copy is made. `.callback` is settled as `.auto`:
  /// the code that has the function asks it and calls `resolve(_:choosing:)`.
  public static func resolve(
    _ context: ConflictContext, strategy: ConflictStrategy = .auto,
    siblingId: () -> String, textMerge: TextMerge? = nil
  ) -> ConflictDecision {
    guard strategy != .manual else { return .undecided(context.error) }
    var settlement = Settlement(context: context)
    for name in Set(context.conflictingFields).sorted() {
      settlement.settle(name, textMerge: textMerge)
    }
    return .resolved(settlement.resolution(siblingId: siblingId))
  }

  /// Settles a conflict with the properties that somebody chose.
  public static func resolve(
    _ context: ConflictContext, choosing properties: [String: JSONValue]
  ) -> ConflictResolution {
    let patch = properties.filter { name, value in
      present(context.current.properties[name]) != present(value)
    }
    return ConflictResolution(
      patch: patch, version: context.current.version, sibling: nil, payload: nil)
  }

  /// A property that is `null` is as good as absent.
  static func present(_ value: JSONValue?) -> JSONValue? {
    value?.isNull == true ? nil : value
  }
}

/// Whether a conflict is settled.
public enum ConflictDecision: Hashable, Sendable {
  /// It is, and this is to be done.
  case resolved(ConflictResolution)
  /// It is not: a person or a program has to decide.
  case undecided(ConflictError)
}

/// What settles a conflict.
public struct ConflictResolution: Hashable, Sendable {
  /// The properties to send again; nothing needs to be sent when empty.
  public var patch: [String: JSONValue]
  /// The version to send them with.
  public var version: Int
  /// A copy to create, with a `derived-from` edge to the original.
  public var sibling: CreateItemInput?
  /// What to report; nil when no field was in conflict or somebody chose.
  public var payload: ConflictAutoMergedPayload?

  /// What to send in place of what was refused, and the copy to keep if there is one.
  public init(
    patch: [String: JSONValue], version: Int, sibling: CreateItemInput?,
    payload: ConflictAutoMergedPayload?
  ) {
    self.patch = patch
    self.version = version
    self.sibling = sibling
    self.payload = payload
  }
}
