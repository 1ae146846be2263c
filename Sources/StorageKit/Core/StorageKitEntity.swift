/// A value that a repository stores, known by a text id.
public protocol StorageKitEntity: Codable, Equatable, Sendable {
  /// The entity's identifier, unique among entities of its type.
  var id: String { get }

  /// The name under which values of this type are cached.
  ///
  /// The default is the type's name with its module. Give a literal name where the type may be
  /// renamed while its cached values should stay readable.
  static var storageName: String { get }
}

extension StorageKitEntity {
  /// The type's name with its module and enclosing types.
  public static var storageName: String { String(reflecting: Self.self) }
}
