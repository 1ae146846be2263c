/// Any error that the API documents; branch on `code` only.
///
/// The reference makes this the base of a class family; a class that is not final cannot be an
/// `Error` in Swift 6, so the family is a protocol with one struct for each documented error.
public protocol MarfaError: Error, Sendable {
  /// A word of the error catalogue, such as `item_not_found`.
  var code: String { get }
  /// What was wrong, for a person.
  var message: String { get }
  /// The HTTP status, or nil when no server was asked.
  var status: Int? { get }
  /// Which field, which value, which place.
  var details: [String: JSONValue]? { get }
}
