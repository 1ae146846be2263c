import MarfaModel

/// What the description says of members that a request may leave out.
enum OptionalMembers {
  /// Lets every optional member of what requests bring be null, which counts as left out.
  ///
  /// - Parameters:
  ///   - schemas: All schemas by name.
  ///   - bodies: The names of those that are bodies.
  /// - Returns: The schemas, of which those of bodies and what they refer to take null.
  static func nullable(
    in schemas: [String: JSONValue], of bodies: Set<String>
  ) -> [String: JSONValue] {
    var result = schemas
    var reached = bodies
    var next = Array(bodies)
    while let name = next.popLast() {
      guard let schema = schemas[name] else { continue }
      next += references(in: schema).filter { reached.insert($0).inserted }
      result[name] = nullable(schema)
    }
    return result
  }

  private static func nullable(_ schema: JSONValue) -> JSONValue {
    switch schema {
    case .array(let parts): return .array(parts.map(nullable))
    case .object(let parts):
      let required = Set((parts["required"]?.arrayValue ?? []).compactMap(\.stringValue))
      var result = parts.mapValues(nullable)
      // Its names are those of members, of which one may be "properties" as well.
      if case .object(let members) = parts["properties"] {
        result["properties"] = .object(
          Dictionary(
            uniqueKeysWithValues: members.map { name, member in
              (name, required.contains(name) ? nullable(member) : orNull(nullable(member)))
            }))
      }
      return .object(result)
    default: return schema
    }
  }

  private static func orNull(_ schema: JSONValue) -> JSONValue {
    // What takes anything takes null.
    schema == .object([:]) ? schema : ["anyOf": [schema, ["type": "null"]]]
  }

  /// The names of the schemas that a schema refers to.
  private static func references(in schema: JSONValue) -> [String] {
    switch schema {
    case .array(let parts): parts.flatMap(references)
    case .object(let parts):
      parts.flatMap { name, part in
        let target = name == "$ref" ? part.stringValue?.split(separator: "/").last : nil
        return target.map { [String($0)] } ?? references(in: part)
      }
    default: []
    }
  }
}
