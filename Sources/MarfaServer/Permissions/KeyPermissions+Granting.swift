import MarfaModel

/// Which rights on types are more than others: reading goes down the tree of types, so that
/// comparing patterns by their names is not enough.
extension KeyPermissions {
  /// A type on which other rights give more than these; nil when there is none.
  func firstType(withMoreRightsIn other: KeyPermissions, in types: TypeRegistry) -> String? {
    types.types.map(\.id).sorted().first { type in
      other.mayRead(type: type, in: types) && !mayRead(type: type, in: types)
        || other.mayWrite(type: type, in: types) && !mayWrite(type: type, in: types)
    }
  }

  /// A pattern by which other rights could give more than these on types that are still to be made;
  /// nil when there is none.
  ///
  /// A new type inherits from any other, whatever it is called. Where something is closed here,
  /// what closes names that nobody has yet has to close them there as well, and what opens such
  /// names there has to open them here by the same pattern.
  func firstPattern(
    openToComingTypesIn other: KeyPermissions, in types: TypeRegistry
  ) -> String? {
    let closed = maps.types.filter { $0.value == .none }
    let opened = other.maps.types.filter { $0.value != .none }
    guard !closed.isEmpty, !opened.isEmpty else { return nil }
    func isOpen(_ pattern: String) -> Bool { pattern != "*" && types[pattern] == nil }
    return closed.keys.sorted().first {
      isOpen($0) && other.maps.types[$0] != PermissionLevel.none
    }
      ?? opened.keys.sorted().first {
        isOpen($0) && (maps.types[$0] ?? PermissionLevel.none) == PermissionLevel.none
      }
  }
}
