import MarfaModel

/// How much a key may say.
extension RecordLimits {
  /// Checks the permissions of a key that is to be made or changed.
  ///
  /// - Parameters:
  ///   - maps: All its permissions.
  ///   - old: Those that it has; a key that has more already may get fewer.
  /// - Throws: `ValidationError` with the field and the limit.
  func check(_ maps: PermissionMaps, over old: PermissionMaps = PermissionMaps()) throws {
    guard maps.patternCount > max(keyPatterns, old.patternCount) else { return }
    throw Self.excess(
      "type_permissions", "A key has at most \(keyPatterns) patterns in all its permissions.",
      keyPatterns)
  }
}

extension PermissionMaps {
  /// How many patterns there are in all maps.
  fileprivate var patternCount: Int {
    types.count + extensions.count + edges.count + metadata.count + documents.count
  }
}
