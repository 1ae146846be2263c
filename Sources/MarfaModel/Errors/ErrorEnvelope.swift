/// The body of every error answer: `{"error": {"code", "message", "details"?}}`.
///
/// A version conflict carries its context next to `error`; `message` and `status` are both
/// optional there, because the documentation shows one and the description the other.
///
/// ```swift
/// let envelope = ErrorEnvelope(
///   NotFoundError(code: ErrorCode.itemNotFound, message: "The item is not here."))
/// let code = envelope.error.code
/// ```
public struct ErrorEnvelope: Codable, Hashable, Sendable {
  /// What is under `error`.
  public struct Body: Codable, Hashable, Sendable {
    /// A word of the error catalogue.
    public var code: String
    /// What was wrong, for a person.
    public var message: String?
    /// The HTTP status, repeated in the body of a conflict.
    public var status: Int?
    /// Which field, which value, which place.
    public var details: [String: JSONValue]?

    /// What went wrong, for a program (`code`) and for a person (`message`).
    public init(
      code: String, message: String?, status: Int? = nil, details: [String: JSONValue]? = nil
    ) {
      self.code = code
      self.message = message
      self.status = status
      self.details = details
    }
  }

  /// The error itself.
  public var error: Body
  /// The item as it is now; only with a version conflict.
  public var current: PropertiesSnapshot?
  /// The item as the patch's author had it; nil when its history is gone.
  public var ancestor: PropertiesSnapshot?
  /// The fields that both sides changed.
  public var conflictingFields: [String]?
  /// How each field is to be settled.
  public var mergePolicy: MergePolicy?

  enum CodingKeys: String, CodingKey {
    case error, current, ancestor
    case conflictingFields = "conflicting_fields"
    case mergePolicy = "merge_policy"
  }

  /// The envelope of an error.
  public init(_ error: any MarfaError) {
    self.error = Body(code: error.code, message: error.message, details: error.details)
    if let conflict = error as? ConflictError {
      self.error.status = conflict.status
      current = conflict.current
      ancestor = conflict.ancestor
      conflictingFields = conflict.conflictingFields
      mergePolicy = conflict.mergePolicy
    }
  }

  /// Writes the envelope; a conflict always has all five documented keys.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(error, forKey: .error)
    guard let current else { return }
    try container.encode(current, forKey: .current)
    try container.encode(ancestor, forKey: .ancestor)
    try container.encode(conflictingFields ?? [], forKey: .conflictingFields)
    try container.encode(mergePolicy ?? MergePolicy(), forKey: .mergePolicy)
  }

  /// The documented error that a status and this body mean.
  ///
  /// The status decides the kind; a 409 without its context is an `APIError`.
  public func makeError(
    status: Int, clientPatch: [String: JSONValue] = [:]
  ) -> any MarfaError {
    let code = error.code
    let message = error.message ?? code
    let details = error.details
    switch status {
    case 400, 422:
      return ValidationError(code: code, message: message, status: status, details: details)
    case 401:
      return UnauthorizedError(code: code, message: message, status: status, details: details)
    case 403:
      return ForbiddenError(code: code, message: message, status: status, details: details)
    case 404:
      return NotFoundError(code: code, message: message, status: status, details: details)
    default:
      guard status == 409, code == ErrorCode.versionConflict, let current else {
        return APIError(code: code, message: message, status: status, details: details)
      }
      return ConflictError(
        code: code, message: message, status: status, details: details, current: current,
        ancestor: ancestor, conflictingFields: (conflictingFields ?? []).sorted(),
        clientPatch: clientPatch, mergePolicy: mergePolicy ?? MergePolicy())
    }
  }
}
