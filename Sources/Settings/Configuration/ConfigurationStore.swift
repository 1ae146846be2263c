import Foundation

/// The configuration file on disk: reading, and the `config get|set|path` commands.
///
/// A profile has a file of its own, whose options win over those of the shared file; the shared
/// file's server is not the profile's.
package struct ConfigurationStore: Sendable {
  /// Where the file is that is changed, whether it exists or not.
  package let path: String
  /// The file that holds for every profile; nil when it is the one that is changed.
  private let sharedPath: String?

  /// Names the file of some directories.
  package init(directories: ApplicationDirectories) {
    path = directories.profileConfigurationFile ?? directories.configurationFile
    sharedPath = directories.profile.map { _ in directories.configurationFile }
  }

  /// Reads the file; a missing one gives the defaults without a remark.
  ///
  /// - Returns: The configuration and what was wrong, by place.
  package func load() -> (configuration: Configuration, diagnostics: [Diagnostic]) {
    guard let sharedPath else { return Self.load(path, over: Configuration()) }
    var (shared, remarks) = Self.load(sharedPath, over: Configuration())
    shared.server = SyncSettings()
    let (configuration, own) = Self.load(path, over: shared)
    return (configuration, remarks + own)
  }

  /// The label of this device; a file that cannot name one is not understood for it.
  package var deviceLabel: String? {
    guard case .text(let text) = ConfigurationText.read(path), text.contains("device") else {
      return nil
    }
    return load().configuration.server.device
  }

  private static func load(
    _ path: String, over defaults: Configuration
  ) -> (configuration: Configuration, diagnostics: [Diagnostic]) {
    switch ConfigurationText.read(path) {
    case .missing: (defaults, [])
    case .failed(let diagnostic): (defaults, [diagnostic])
    case .text(let text): ConfigurationReader.read(text, file: path, over: defaults)
    }
  }

  /// Where the file asks for a theme.
  ///
  /// - Parameter name: The theme's name.
  /// - Returns: The place of the name; without a position when it is not in the file.
  package func mention(ofTheme name: String) -> ThemeLibrary.Mention {
    let mentions = [path, sharedPath].compactMap(\.self).map { mention(ofTheme: name, in: $0) }
    return mentions.first { $0.position != nil } ?? mentions[0]
  }

  private func mention(ofTheme name: String, in path: String) -> ThemeLibrary.Mention {
    var mention = ThemeLibrary.Mention(file: path, position: nil)
    guard case .text(let text) = ConfigurationText.read(path),
      // `load` reports what is wrong with the file.
      let root = YAMLDocument.read(text, file: path).root,
      // The last one wins.
      let value = root.mapping?.last(where: { $0.key == "theme" })?.value
    else { return mention }
    let names = [value] + (value.mapping ?? []).map(\.value)
    mention.position = names.first { $0.text == name }?.position
    return mention
  }

  /// Where the file sets an option of this profile alone, such as one of its server.
  ///
  /// - Parameter name: The option's dotted name.
  /// - Returns: The place of its value; nil where the file does not set it.
  package func position(of name: String) -> SourcePosition? {
    guard case .text(let text) = ConfigurationText.read(path) else { return nil }
    // `load` reports what is wrong with the file.
    var value = YAMLDocument.read(text, file: path).root
    for part in name.split(separator: ".") {
      // The last one wins.
      value = value?.mapping?.last { $0.key == part }?.value
    }
    return value?.position
  }

  /// The value of an option as YAML text, or nil for an unknown name.
  package func value(of name: String) -> String? {
    ConfigurationOption.named(name)?.text(load().configuration)
  }

  /// Sets an option in the file, which is created if need be, mode 0600, in one step.
  ///
  /// - Parameters:
  ///   - name: The option's dotted name.
  ///   - value: The value as typed.
  ///   - themes: The names of the themes that there are; nil accepts any.
  /// - Throws: `ConfigurationEdit.Failure`, or the file system's error; the file is untouched.
  package func set(_ name: String, to value: String, themes: [String]? = nil) throws {
    try change { try ConfigurationEdit.setting(name, to: value, in: $0, themes: themes) }
  }

  /// Takes an option out of the file; the option then has its default.
  ///
  /// - Parameter name: The option's dotted name.
  /// - Throws: As `set(_:to:themes:)`.
  package func unset(_ name: String) throws {
    try change { try ConfigurationEdit.removing(name, from: $0) }
  }

  private func change(_ edit: (String) throws -> String) throws {
    var text = ""
    switch ConfigurationText.read(path) {
    case .missing: break
    case .failed(let diagnostic): throw ConfigurationEdit.Failure.unreadable(diagnostic)
    case .text(let existing): text = existing
    }
    let edited = try edit(text)
    guard edited != text else { return }
    try ApplicationDirectories.create(URL(filePath: path).deletingLastPathComponent().path)
    try AtomicFile.write(edited, to: path)
  }
}

/// Reads the small files that people write.
package enum ConfigurationText {
  /// What was found.
  package enum Outcome: Hashable, Sendable {
    /// There is no such file.
    case missing
    /// It cannot be used.
    case failed(Diagnostic)
    /// Its content.
    case text(String)
  }

  /// Files beyond this are refused; nobody writes such a configuration.
  package static let maximumBytes = 4 << 20

  /// Reads a file as UTF-8.
  package static func read(_ path: String) -> Outcome {
    let manager = FileManager.default
    var isDirectory = ObjCBool(false)
    guard manager.fileExists(atPath: path, isDirectory: &isDirectory) else { return .missing }
    if isDirectory.boolValue { return failed(path, "is a directory") }
    guard let handle = FileHandle(forReadingAtPath: path) else {
      return failed(path, "cannot be read")
    }
    do {
      let data = try handle.read(upToCount: maximumBytes + 1) ?? Data()
      try handle.close()
      guard data.count <= maximumBytes else { return failed(path, "is larger than 4 MB") }
      guard let text = String(validating: data, as: UTF8.self) else { return invalid(data, path) }
      return .text(text)
    } catch {
      return failed(path, "cannot be read")
    }
  }

  private static func failed(_ path: String, _ message: String) -> Outcome {
    .failed(Diagnostic(.error, file: path, message: message))
  }

  /// Points at the first byte that is not UTF-8.
  private static func invalid(_ data: Data, _ path: String) -> Outcome {
    .failed(
      Diagnostic(
        .error, file: path, position: SourcePosition(ofFirstInvalidByteIn: data),
        message: "is not UTF-8 text"))
  }
}
