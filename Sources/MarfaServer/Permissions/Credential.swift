import Crypto
import Foundation
import MarfaModel

/// Who asks: a key, read for this request.
public struct Credential: Hashable, Sendable {
  /// The key.
  public let key: APIKey
  /// What it may do.
  public let permissions: KeyPermissions
  /// A digest of what it may do: another one after each change of that.
  let rights: String

  /// The credential of a key.
  public init(_ key: APIKey) {
    self.key = key
    permissions = KeyPermissions(role: key.role, maps: key.permissions)
    rights = Self.digest(of: key)
  }

  private static func digest(of key: APIKey) -> String {
    func words(_ map: [String: PermissionLevel]) -> JSONValue {
      .object(map.mapValues { .string($0.rawValue) })
    }
    let maps = key.permissions
    let text = JSONWriter.bytes(
      of: [
        "role": .string(key.role.rawValue), "types": words(maps.types),
        "extensions": words(maps.extensions), "edges": words(maps.edges),
        "metadata": words(maps.metadata), "documents": words(maps.documents),
      ], order: .sorted)
    return Hexadecimal.string(of: SHA256.hash(data: Data(text)))
  }

  /// Lets administrators of the space pass.
  ///
  /// - Throws: `ForbiddenError` for anybody else.
  public func requireAdministrator() throws {
    guard permissions.isAdministrator else {
      throw ForbiddenError(message: "The key's role may not do this.")
    }
  }

  /// Lets administrators of the server pass.
  ///
  /// - Throws: `ForbiddenError` for anybody else.
  public func requireServerAdministrator() throws {
    guard key.role == .admin else {
      throw ForbiddenError(message: "Only a key with the role admin may do this.")
    }
  }
}

extension Credential {
  /// Lets pass who may write something: nobody else has a use for bytes.
  ///
  /// - Throws: `ForbiddenError` for a key that may write no type.
  public func requireUploading() throws {
    let levels = permissions.maps.types.values
    guard permissions.isUnrestricted || levels.contains(.write) else {
      throw ForbiddenError(message: "The key may write no type, so it may not upload.")
    }
  }

  /// Lets pass who has every right of some maps: nobody grants what they lack.
  ///
  /// A pattern is held when the key's own map gives its names that level or more, and none of its
  /// more specific patterns takes some of it away.
  ///
  /// - Parameters:
  ///   - maps: What is to be granted.
  ///   - types: The types that there are: reading inherits down their tree.
  /// - Throws: `ForbiddenError` with the pattern that is not held.
  public func requireHolding(_ maps: PermissionMaps, in types: TypeRegistry) throws {
    guard !permissions.isUnrestricted else { return }
    let own = permissions.maps
    for (field, wanted, held) in [
      ("type_permissions", maps.types, own.types),
      ("extension_permissions", maps.extensions, own.extensions),
      ("edge_permissions", maps.edges, own.edges),
      ("metadata_permissions", maps.metadata, own.metadata),
      ("document_permissions", maps.documents, own.documents),
    ] {
      for (pattern, level) in wanted.sorted(by: { $0.key < $1.key })
      where level != .none && !PermissionPattern.covers(pattern, level, of: wanted, by: held) {
        throw ForbiddenError(
          message: "A key cannot grant what it lacks: \(pattern) \(level.rawValue).",
          details: ["field": .string("\(field).\(pattern)")])
      }
    }
    let wanted = KeyPermissions(role: .member, maps: maps)
    if let type = permissions.firstType(withMoreRightsIn: wanted, in: types) {
      throw ForbiddenError(
        message: "A key cannot grant what it lacks, and reading inherits: \(type).",
        details: ["field": "type_permissions", "type": .string(type)])
    }
    if let pattern = permissions.firstPattern(openToComingTypesIn: wanted, in: types) {
      throw ForbiddenError(
        message: "A key that may not read everything cannot grant what types to come may inherit: "
          + "\(pattern) must be in both keys.",
        details: ["field": .string("type_permissions.\(pattern)")])
    }
  }

  /// Lets pass who lasts as long as what they make or change: nobody grants time that they lack.
  ///
  /// - Parameter end: When the other key ends, ISO 8601; nil for one without an end.
  /// - Throws: `ForbiddenError` for a key that ends earlier.
  func requireLasting(to end: String?) throws {
    guard let own = key.expiresAt.flatMap({ Timestamp(iso8601: $0) }) else { return }
    guard let end = end.flatMap({ Timestamp(iso8601: $0) }), end <= own else {
      throw ForbiddenError(
        message: "This key ends at \(own.iso8601): it makes and widens none that ends later; name "
          + "expires_at.", details: ["field": "expires_at"])
    }
  }
}

extension ForbiddenError {
  /// For a type whose items the key may not make or change.
  init(mayNotWrite type: String) {
    self.init(
      code: ErrorCode.typeNotPermitted, message: "The key may not write \(type).",
      details: ["type": .string(type)])
  }

  /// For an edge type whose edges the key may not make or change.
  init(mayNotWriteEdges type: String) {
    self.init(
      code: ErrorCode.edgePermissionDenied, message: "The key may not write edges \(type).",
      details: ["edge_type": .string(type)])
  }
}
