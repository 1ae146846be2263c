import HTTPTypes
import MarfaModel

/// What the first key is made with: known to those who see the server start, and to nobody else.
///
/// A proxy, a page in a browser or a neighbour on the machine reaches the port, but not the token.
/// It lives as long as the process; the next start prints another while there is no key.
public struct BootstrapToken: Hashable, Sendable {
  /// The header field that shows it; a browser asks before it sends one of such a name.
  public static let header = "X-Bootstrap-Token"

  /// The token.
  public let text: String

  /// Draws a new token at random.
  ///
  /// - Parameter randomness: Where it comes from.
  public init(using randomness: inout some RandomNumberGenerator) {
    text = "marfa_b1_" + KeySecret(using: &randomness).text.dropFirst(KeySecret.prefix.count)
  }

  /// Lets requests with the token pass.
  ///
  /// - Parameter headers: The fields of a request.
  /// - Throws: `UnauthorizedError` when it is missing or another.
  func check(_ headers: HTTPFields) throws {
    let given = HTTPField.Name(Self.header).flatMap { headers[$0] } ?? ""
    guard KeySecret.areEqual(given, text) else {
      throw UnauthorizedError(
        message: "The first key needs the header \(Self.header) with what the server printed when "
          + "it started; or run marfa-server keys create.")
    }
  }
}
