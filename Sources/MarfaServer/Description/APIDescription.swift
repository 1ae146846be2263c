import MarfaModel

/// The description of the API (OpenAPI 3.1), as `/openapi.json` gives it.
public enum APIDescription {
  /// The description.
  public static let json: JSONValue = ["openapi": "3.1.0"]
}
