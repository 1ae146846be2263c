/// A wire type that is `Codable` through its JSON: it has one form, which is written once.
public protocol JSONCodable: JSONConvertible, Codable {}

extension JSONCodable {
  /// Reads the value from any decoder, by way of `JSONValue`.
  ///
  /// - Throws: `DecodingError` that names the member.
  public init(from decoder: any Decoder) throws {
    let json = try JSONValue(from: decoder)
    do {
      self = try Self(json: json)
    } catch let error as ResponseDecodingError {
      var path = decoder.codingPath
      if let field = error.details?["field"]?.stringValue { path.append(MemberName(field)) }
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: path, debugDescription: error.message))
    }
  }

  /// Writes the value with any encoder, by way of `JSONValue`.
  public func encode(to encoder: any Encoder) throws {
    try json.encode(to: encoder)
  }
}

/// The name of a member in the path of an error.
private struct MemberName: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
  init(_ name: String) { stringValue = name }
}
