import Foundation

extension ApplicationDirectories {
  /// The directories of a profile: its notes, state and drafts; the configuration is shared.
  ///
  /// - Parameter name: A name that ``ProfileName`` finds no problem in; `default` names the notes
  ///   without a profile.
  /// - Returns: The directories.
  package func ofProfile(_ name: String) -> ApplicationDirectories {
    guard name != ProfileName.standard, profile == nil else { return self }
    var directories = self
    directories.profile = name
    directories.data = dataOfProfile(name)
    directories.state = state + "/profiles/" + name
    directories.runtime = runtime.map { $0 + "/profiles/" + name }
    return directories
  }

  /// What is set for the profile alone; nil without a profile.
  package var profileConfigurationFile: String? {
    profile.map { profileConfigurations + "/" + $0 + ".yaml" }
  }

  /// The folder of what is set for single profiles.
  package var profileConfigurations: String { configuration + "/profiles" }

  /// Where a profile's notes are, seen from the directories without a profile.
  package func dataOfProfile(_ name: String) -> String { data + "/profiles/" + name }

  /// Whether there is such a profile, seen from the directories without a profile.
  package func hasProfile(_ name: String) -> Bool {
    var isFolder = ObjCBool(false)
    return name == ProfileName.standard
      || FileManager.default.fileExists(atPath: dataOfProfile(name), isDirectory: &isFolder)
        && isFolder.boolValue
  }

  /// The names of the profiles, `default` first, seen from the directories without a profile.
  ///
  /// - Throws: The file manager's error when the folder is there and cannot be read.
  package func profileNames() throws -> [String] {
    let folder = data + "/profiles"
    guard FileManager.default.fileExists(atPath: folder) else { return [ProfileName.standard] }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    return [ProfileName.standard]
      + names.filter { ProfileName.problem(with: $0) == nil && hasProfile($0) }.sorted()
  }
}
