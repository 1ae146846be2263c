/// The server could not be reached, or the connection broke; nothing is known of the outcome.
public struct NetworkError: MarfaError, Hashable {
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
    code: String = ErrorCode.networkError, message: String, status: Int? = nil,
    details: [String: JSONValue]? = nil
  ) {
    self.code = code
    self.message = message
    self.status = status
    self.details = details
  }
}
