import Foundation

/// Finds programs along `PATH`.
package enum ProgramPath {
  /// The path of a program, or nil; a name with a slash is taken as it is.
  package static func find(_ name: String, in environment: [String: String]) -> String? {
    let manager = FileManager.default
    if name.contains("/") { return manager.isExecutableFile(atPath: name) ? name : nil }
    let path = environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    for directory in path.split(separator: ":") {
      let candidate = directory + "/" + name
      var isDirectory = ObjCBool(false)
      if manager.fileExists(atPath: candidate, isDirectory: &isDirectory), !isDirectory.boolValue,
        manager.isExecutableFile(atPath: candidate)
      {
        return candidate
      }
    }
    return nil
  }
}
