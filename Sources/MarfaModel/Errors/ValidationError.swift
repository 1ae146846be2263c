/// The request, or the values in it, are wrong (400).
///
/// ```swift
/// let refusal: any MarfaError = ValidationError(message: "A note needs a text.")
/// let status = refusal.status
/// ```
public struct ValidationError: MarfaError, Hashable {
  /// A word of the error catalogue.
  public var code: String
  /// What was wrong, for a person.
  public var message: String
  /// The HTTP status, or nil when no server was asked.
  public var status: Int?
  /// Which field, which value, which place.
  public var details: [String: JSONValue]?

  /// Takes each part as it is.
  public init(
    code: String = ErrorCode.validationError, message: String, status: Int? = 400,
    details: [String: JSONValue]? = nil
  ) {
    self.code = code
    self.message = message
    self.status = status
    self.details = details
  }
}
