import Foundation
import Glibc
import NoteFiles
import Settings

/// Looks at the application's files and directories.
struct FileHealth {
  let directories: ApplicationDirectories
  /// What is wrong with `config.yaml`, by place.
  let diagnostics: [Diagnostic]
  /// What is wrong with `keys.yaml`, by place.
  let keyDiagnostics: [Diagnostic]

  /// Less free space than this is worth knowing, in bytes.
  static let scarceSpace = 200 << 20
  /// With less free space than this saving may fail, in bytes.
  static let fullSpace = 16 << 20

  /// The checks, in order.
  func checks() -> [HealthCheck] {
    [
      file("configuration", directories.configurationFile, diagnostics),
      file("keys", directories.keysFile, keyDiagnostics),
      directory("data directory", directories.data),
      directory("state directory", directories.state), space, survivors,
    ]
  }

  private func file(_ name: String, _ path: String, _ remarks: [Diagnostic]) -> HealthCheck {
    guard FileManager.default.fileExists(atPath: path) else {
      return HealthCheck(name, .good, "\(path) (none; using defaults)")
    }
    if remarks.isEmpty { return HealthCheck(name, .good, path) }
    let isBad = remarks.contains { $0.severity == .error }
    return HealthCheck(
      name, isBad ? .bad : .warning, path,
      advice: remarks.worstFirst.map(\.description).joined(separator: "\n"))
  }

  private func directory(_ name: String, _ path: String) -> HealthCheck {
    guard FileManager.default.fileExists(atPath: path) else {
      return HealthCheck(name, .good, "\(path) (created on first start)")
    }
    guard access(path, R_OK | W_OK | X_OK) == 0 else {
      return HealthCheck(name, .bad, path, advice: "\(SystemError.sentence(errno)).")
    }
    return HealthCheck(name, .good, path)
  }

  private var space: HealthCheck {
    var path = directories.data
    while path.count > 1, !FileManager.default.fileExists(atPath: path) {
      path = URL(filePath: path).deletingLastPathComponent().path
    }
    guard let free = FreeSpace.bytes(at: path) else {
      return HealthCheck("free space", .warning, SystemError.sentence(errno))
    }
    let value = "\(free >> 20) MB"
    if free < Self.fullSpace {
      return HealthCheck(
        "free space", .bad, value, advice: "There is too little space to save notes safely.")
    }
    return HealthCheck("free space", free < Self.scarceSpace ? .warning : .good, value)
  }

  private var survivors: HealthCheck {
    let count = EditFile.survivors(in: directories.edit).count
    guard count > 0 else { return HealthCheck("unsaved texts", .good, "none") }
    return HealthCheck(
      "unsaved texts", .warning, "\(count)", advice: "`marfa recover` lists them.")
  }
}
