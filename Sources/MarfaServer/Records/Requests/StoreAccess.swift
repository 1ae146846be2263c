import MarfaModel

/// What a credential may read and write.
///
/// The store asks this wherever the answer depends on rows: lists and searches are filtered in
/// SQL by it, a hidden item is `item_not_found`, and a write is refused before it is validated.
/// Whether a type or edge type may be read must depend on its name and the registry alone.
public protocol StoreAccess: Sendable {
  /// Whether the role administers the space: purges, bulk requests, edge types, keys, webhooks.
  ///
  /// It is asked for as well as the maps, not in their place: who purges must be able to write.
  var isAdministrator: Bool { get }
  /// Whether no map counts, so that everything may be read and written.
  var isUnrestricted: Bool { get }
  /// Whether types may be registered, changed and deleted (`types:write`).
  var mayChangeTypes: Bool { get }
  /// Whether the profile may be changed (`profile:write`).
  var mayChangeProfile: Bool { get }
  /// Whether items of a type may be seen; inherited down the type tree.
  func mayRead(type: String, in types: TypeRegistry) -> Bool
  /// Whether items of a type may be made and changed; not inherited.
  func mayWrite(type: String, in types: TypeRegistry) -> Bool
  /// Whether edges of a type may be seen, their ends being readable as well.
  func mayRead(edgeType: String) -> Bool
  /// Whether edges of a type may be made and changed, the source being writable as well.
  func mayWrite(edgeType: String) -> Bool
  /// Whether extensions of a namespace may be seen.
  func mayRead(extension namespace: String) -> Bool
  /// Whether extensions of a namespace may be set and removed.
  func mayWrite(extension namespace: String) -> Bool
  /// Whether a document that is bound to no item may be seen.
  func mayRead(document key: String) -> Bool
  /// Whether a document that is bound to no item may be edited and removed.
  func mayWrite(document key: String) -> Bool
}

/// An administrator's access: everything.
public struct FullAccess: StoreAccess {
  /// The access.
  public init() {}
  /// True.
  public var isAdministrator: Bool { true }
  /// True.
  public var isUnrestricted: Bool { true }
  /// True.
  public var mayChangeTypes: Bool { true }
  /// True.
  public var mayChangeProfile: Bool { true }
  /// True.
  public func mayRead(type: String, in types: TypeRegistry) -> Bool { true }
  /// True.
  public func mayWrite(type: String, in types: TypeRegistry) -> Bool { true }
  /// True.
  public func mayRead(edgeType: String) -> Bool { true }
  /// True.
  public func mayWrite(edgeType: String) -> Bool { true }
  /// True.
  public func mayRead(extension namespace: String) -> Bool { true }
  /// True.
  public func mayWrite(extension namespace: String) -> Bool { true }
}

extension StoreAccess {
  /// Whether a document that is bound to no item may be seen: who may do everything may.
  public func mayRead(document key: String) -> Bool { isUnrestricted }
  /// Whether a document that is bound to no item may be edited: who may do everything may.
  public func mayWrite(document key: String) -> Bool { isUnrestricted }
}
