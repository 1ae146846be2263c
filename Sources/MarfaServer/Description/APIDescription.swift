import MarfaModel

/// The description of the API (OpenAPI 3.1), as `/openapi.json` gives it.
///
/// Each operation is declared where it is carried out; a test holds them together with the routes.
enum APIDescription {
  /// The description of some operations.
  static func json(of operations: [APIOperation]) -> JSONValue {
    [
      "openapi": "3.1.0",
      "info": [
        "title": "Marfa", "version": .string(ServerVersion.current),
        "summary": "Items, edges, types, search, blobs and events of one space.",
        "description": .string(conventions),
      ],
      "security": [["key": []]],
      "tags": .array(tags(of: operations)),
      "paths": .object(paths(of: operations)),
      "components": [
        "securitySchemes": ["key": ["type": "http", "scheme": "bearer"]],
        "schemas": .object(
          OptionalMembers.nullable(in: schemas, of: Set(operations.compactMap(\.body)))),
        "responses": [
          "Conflict": [
            "description": "The present state does not allow it; branch on `error.code`.",
            "content": ["application/json": ["schema": reference("Conflict")]],
          ],
          "Error": [
            "description": "The request was refused; branch on `error.code`.",
            "content": ["application/json": ["schema": reference("Error")]],
          ],
        ],
      ],
    ]
  }

  private static func tags(of operations: [APIOperation]) -> [JSONValue] {
    var seen: Set<String> = []
    return operations.map(\.tag).filter { seen.insert($0).inserted }.map {
      ["name": .string($0)]
    }
  }

  private static func paths(of operations: [APIOperation]) -> [String: JSONValue] {
    var paths: [String: [String: JSONValue]] = [:]
    for operation in operations {
      paths[operation.path, default: [:]][operation.method.lowercased()] = operation.json
    }
    return paths.mapValues(JSONValue.object)
  }

  static func reference(_ schema: String) -> JSONValue {
    ["$ref": .string("#/components/schemas/\(schema)")]
  }

  /// The schemas, written as JSON because that is what they are.
  private static var schemas: [String: JSONValue] {
    var schemas: [String: JSONValue] = [:]
    for text in [
      itemSchemas, bulkSchemas, catalogueSchemas, serverSchemas, spaceSchemas, documentSchemas,
    ] {
      do {
        schemas.merge(try JSONParser.parse(text.utf8).objectValue ?? [:]) { first, _ in first }
      } catch {
        preconditionFailure("The schemas are not JSON at byte \(error.offset): \(error.reason).")
      }
    }
    return schemas
  }
}
