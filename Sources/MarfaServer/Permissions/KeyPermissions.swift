import MarfaModel

/// What a credential may do, by its role and its maps.
///
/// The role `admin` may do everything. For any other a name that no pattern fits is closed: the
/// role `tenant_admin` adds what administers the space, and no right to read or write a type.
/// **Reads inherit down the type tree, writes do not**: who may read a type may read the types
/// that inherit from it, unless a pattern that names them says otherwise.
public struct KeyPermissions: Hashable, Sendable {
  /// What the credential is to its space.
  public let role: KeyRole
  /// The maps.
  public let maps: PermissionMaps

  /// The permissions of a role and its maps.
  public init(role: KeyRole, maps: PermissionMaps = PermissionMaps()) {
    self.role = role
    self.maps = maps
  }
}

extension KeyPermissions: StoreAccess {
  /// Whether the role administers the space.
  public var isAdministrator: Bool { role != .member }

  /// Whether the maps do not count.
  public var isUnrestricted: Bool { role == .admin }

  /// Whether types may be registered, changed and deleted: the metadata permission `types`.
  public var mayChangeTypes: Bool { mayWrite(metadata: "types") }

  /// Whether the profile may be changed: the metadata permission `profile`.
  public var mayChangeProfile: Bool { mayWrite(metadata: "profile") }

  /// Whether items of a type may be seen.
  ///
  /// The most specific pattern decides: the type itself, then the longest `name.*`, then what its
  /// parent has, then `*`. A parent's pattern that is within a `name.*` is the more specific
  /// of the two: `core.media` opens `core.media.film` although `core.*` is closed.
  public func mayRead(type: String, in types: TypeRegistry) -> Bool {
    if isUnrestricted { return true }
    var decisive: PermissionPattern.Match?
    for name in (types[type]?.ancestors ?? []).reversed() + [type] {
      let own = PermissionPattern.named(name, in: maps.types)
      if let own, decisive?.isWithin(own) != true { decisive = own }
    }
    return (decisive?.level ?? maps.types["*"]).map { $0 != .none } ?? false
  }

  /// Whether items of a type may be made and changed.
  ///
  /// What ancestors may be written for does not count, but what may not be read is not written.
  public func mayWrite(type: String, in types: TypeRegistry) -> Bool {
    if isUnrestricted { return true }
    return PermissionPattern.level(of: type, in: maps.types) == .write
      && mayRead(type: type, in: types)
  }

  /// Whether edges of a type may be seen.
  public func mayRead(edgeType: String) -> Bool { allows(edgeType, maps.edges) }

  /// Whether edges of a type may be made and changed; the source's type has to be writable too.
  public func mayWrite(edgeType: String) -> Bool { allows(edgeType, maps.edges, writing: true) }

  /// Whether extensions of a namespace may be seen.
  public func mayRead(extension namespace: String) -> Bool { allows(namespace, maps.extensions) }

  /// Whether extensions of a namespace may be set and removed.
  public func mayWrite(extension namespace: String) -> Bool {
    allows(namespace, maps.extensions, writing: true)
  }

  /// Whether a document that is bound to no item may be seen.
  public func mayRead(document key: String) -> Bool { allows(key, maps.documents) }

  /// Whether a document that is bound to no item may be edited and removed.
  public func mayWrite(document key: String) -> Bool {
    allows(key, maps.documents, writing: true)
  }

  /// Whether a part of the space's description may be changed.
  public func mayWrite(metadata area: String) -> Bool {
    allows(area, maps.metadata, writing: true)
  }

  private func allows(
    _ name: String, _ map: [String: PermissionLevel], writing: Bool = false
  ) -> Bool {
    if isUnrestricted { return true }
    switch PermissionPattern.level(of: name, in: map) {
    case .write: return true
    case .read: return !writing
    case nil, .some(.none): return false
    }
  }
}
