import Foundation
import Glibc

/// Where the application keeps its files, by the XDG base directory specification.
///
/// <https://specifications.freedesktop.org/basedir-spec/latest/>: a variable that is empty or not
/// an absolute path counts as unset. `MARFA_CONFIG`, `MARFA_DATA` and `MARFA_STATE` name whole
/// directories and win; a relative path there is taken from the current directory. `MARFA_PROFILE`
/// names a profile, which has folders of its own in `profiles/`; a name that is none is passed
/// over.
package struct ApplicationDirectories: Hashable, Sendable {
  /// `config.yaml`, `keys.yaml`, `themes/`, `templates/`.
  package var configuration: String
  /// The notes.
  package var data: String
  /// What is remembered of the last run, history, logs.
  package var state: String
  /// What can be made again.
  package var cache: String
  /// What ends with the login session; nil where the system offers none.
  package var runtime: String?
  /// The home of the account; the current directory where none is known.
  package var home: String
  /// The profile that these are the directories of; nil for the notes without one.
  package var profile: String?

  /// Finds the directories from the environment; touches no file.
  ///
  /// - Parameters:
  ///   - environment: The process's variables.
  ///   - currentDirectory: An absolute path, from which relative `MARFA_*` paths are taken.
  ///   - accountHome: The home of the account, asked for when `HOME` names none.
  package init(
    environment: [String: String], currentDirectory: String = "/",
    accountHome: () -> String? = { nil }
  ) {
    func named(_ variable: String) -> String? {
      guard let path = environment[variable], !path.isEmpty else { return nil }
      return path.hasPrefix("/") ? path : currentDirectory + "/" + path
    }
    func standard(_ variable: String) -> String? {
      environment[variable].flatMap { $0.hasPrefix("/") ? $0 + "/marfa" : nil }
    }
    let home =
      environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? accountHome()
      ?? currentDirectory
    self.home = home
    configuration =
      named("MARFA_CONFIG") ?? standard("XDG_CONFIG_HOME") ?? home + "/.config/marfa"
    data = named("MARFA_DATA") ?? standard("XDG_DATA_HOME") ?? home + "/.local/share/marfa"
    state = named("MARFA_STATE") ?? standard("XDG_STATE_HOME") ?? home + "/.local/state/marfa"
    cache = standard("XDG_CACHE_HOME") ?? home + "/.cache/marfa"
    runtime = standard("XDG_RUNTIME_DIR")
    if let name = environment["MARFA_PROFILE"], ProfileName.problem(with: name) == nil {
      self = ofProfile(name)
    }
  }

  /// The home that the system's list of accounts names; nil for an account that is not there.
  package static func accountHome() -> String? {
    // Called at the start only: the answer is in memory that the next call takes.
    getpwuid(getuid())?.pointee.pw_dir.map { String(cString: $0) }
  }

  /// The main configuration file.
  package var configurationFile: String { configuration + "/config.yaml" }
  /// The keymap file.
  package var keysFile: String { configuration + "/keys.yaml" }
  /// The person's themes.
  package var themes: String { configuration + "/themes" }
  /// The person's templates for new notes.
  package var templates: String { configuration + "/templates" }
  /// The files given to external editors; in the runtime directory where there is one.
  package var edit: String { (runtime ?? state) + "/edit" }

  /// Creates one directory, and those above it, for this person only (mode 0700).
  ///
  /// - Throws: The file manager's error; nothing that exists is changed.
  package static func create(_ path: String) throws {
    var isFolder = ObjCBool(false)
    // At most starts it is there, and the file manager would look at more.
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
      return
    }
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  /// Creates the configuration and state directories; that of the notes comes with their database.
  ///
  /// - Throws: The file manager's error of the first that cannot be made.
  package func createBesideNotes() throws {
    for path in [configuration, state] { try Self.create(path) }
  }
}
