/// The item changed since the version that the patch was made on (409 `version_conflict`).
///
/// Nothing was written. Everything that a person or a program needs to decide is here.
public struct ConflictError: MarfaError, Hashable {
  /// A word of the error catalogue.
  public var code: String
  /// What was wrong, for a person.
  public var message: String
  /// The HTTP status, or nil when no server was asked.
  public var status: Int?
  /// Which field, which value, which place.
  public var details: [String: JSONValue]?
  /// The item as it is now.
  public var current: PropertiesSnapshot
  /// The item at the version that the patch was made on; nil when its history is gone.
  public var ancestor: PropertiesSnapshot?
  /// Names of the fields that both sides changed, sorted.
  public var conflictingFields: [String]
  /// The properties that were sent.
  public var clientPatch: [String: JSONValue]
  /// How each field is to be settled, with inheritance resolved.
  public var mergePolicy: MergePolicy

  /// Takes each part as it is.
  public init(
    code: String = ErrorCode.versionConflict,
    message: String = "The item has changed since the given version.", status: Int? = 409,
    details: [String: JSONValue]? = nil, current: PropertiesSnapshot,
    ancestor: PropertiesSnapshot?, conflictingFields: [String],
    clientPatch: [String: JSONValue], mergePolicy: MergePolicy
  ) {
    self.code = code
    self.message = message
    self.status = status
    self.details = details
    self.current = current
    self.ancestor = ancestor
    self.conflictingFields = conflictingFields
    self.clientPatch = clientPatch
    self.mergePolicy = mergePolicy
  }
}

/// The properties of an item at one version.
public struct PropertiesSnapshot: Codable, Hashable, Sendable {
  /// The version that the properties had.
  public var version: Int
  /// The properties as they were.
  public var properties: [String: JSONValue]

  /// The properties that an item had at a version.
  public init(version: Int, properties: [String: JSONValue]) {
    self.version = version
    self.properties = properties
  }
}
