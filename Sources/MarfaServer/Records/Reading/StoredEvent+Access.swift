import MarfaModel

extension StoredEvent {
  /// Whether a credential may see the event.
  public func isReadable(for access: any StoreAccess, in types: TypeRegistry) -> Bool {
    // It names nothing.
    if name == .resync { return true }
    guard access.mayRead(type: itemType, in: types) else { return false }
    if let namespace, !access.mayRead(extension: namespace) { return false }
    guard let edgeType else { return true }
    return access.mayRead(edgeType: edgeType)
      && targetType.map { access.mayRead(type: $0, in: types) } ?? true
  }
}
