import MarfaModel

/// Who asks: a key, read for this request.
public struct Credential: Hashable, Sendable {
  /// The key.
  public let key: APIKey
  /// What it may do.
  public let permissions: KeyPermissions

  /// Creates the credential of a key.
  public init(_ key: APIKey) {
    self.key = key
    permissions = KeyPermissions(role: key.role, maps: key.permissions)
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
