/// A wire type that is `Codable` through its JSON: it has one form, which is written once.
public protocol JSONCodable: JSONConvertible, Codable {
  /// The names of all members, so that a strict decoder can refuse others.
  static var memberNames: [String] { get }
}

extension JSONCodable {
  /// Reads the value from any decoder, by way of `JSONValue`.
  ///
  /// - Throws: `DecodingError` that names the member.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    var members: [String: JSONValue] = [:]
    for name in Self.memberNames {
      members[name] = try container.decodeIfPresent(JSONValue.self, forKey: MemberName(name))
    }
    do {
      self = try Self(json: .object(members))
    } catch let error as ResponseDecodingError {
      let name = MemberName(error.details?["field"]?.stringValue ?? "")
      guard members[name.stringValue] != nil || name.stringValue.contains(".") else {
        throw DecodingError.keyNotFound(
          name, .init(codingPath: decoder.codingPath, debugDescription: "missing"))
      }
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath + [name], debugDescription: error.message))
    }
  }

  /// Writes the value with any encoder, by way of `JSONValue`.
  public func encode(to encoder: any Encoder) throws {
    try json.encode(to: encoder)
  }
}

/// The name of a member, as a key of a decoder.
private struct MemberName: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
