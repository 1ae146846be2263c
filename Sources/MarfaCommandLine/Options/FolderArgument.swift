import ArgumentParser

/// What holds of every folder that a person names.
enum FolderArgument {
  /// Refuses an empty name, as an unset variable of a script gives it: it would mean the current
  /// folder.
  static func validate(_ folder: String) throws {
    guard !folder.isEmpty else { throw ValidationError("Name a folder; . is the current one.") }
  }
}
