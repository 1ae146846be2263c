/// Which types note lists show.
enum ListedTypes {
  /// Everything but notebooks and the platform's own records.
  static func isListed(_ type: String, ancestors: [String]) -> Bool {
    !TypeName.isSystem(type) && type != "core.group" && !ancestors.contains("core.group")
  }
}
