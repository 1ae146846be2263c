import Foundation
import MarfaModel
import Yams

/// Settings from a YAML file and the environment; the environment wins.
public enum ServerConfiguration {
  /// A setting that cannot be, with its place.
  public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// `file:line:column`, or the variable's name.
    public let place: String
    /// What is wrong and what would be right.
    public let message: String
    /// The place and the message in one line.
    public var description: String { "\(place): \(message)" }
  }

  /// Reads the settings.
  ///
  /// - Parameters:
  ///   - file: The file's name, for errors, and its text; nil when there is none.
  ///   - environment: The variables of the environment.
  /// - Returns: The defaults, changed by the file and then by the environment.
  /// - Throws: `Failure` with the first thing that is wrong.
  public static func settings(
    file: (name: String, text: String)? = nil, environment: [String: String] = [:]
  ) throws(Failure) -> ServerSettings {
    var settings = ServerSettings()
    if let file { try read(file.text, name: file.name, into: &settings) }
    try checkNames(of: environment)
    for setting in Setting.all {
      guard let name = setting.environment.first(where: { environment[$0] != nil }),
        let text = environment[name]
      else { continue }
      try write(setting, text, at: name, into: &settings)
    }
    return settings
  }

  /// The settings as a file that would give them again, each under its summary.
  public static func text(of settings: ServerSettings) -> String {
    Setting.all.map { setting in
      let value = setting.read(settings)
      let line = value.isEmpty ? "# \(setting.name):" : "\(setting.name): \(quoted(value))"
      return "# \(setting.summary) (\(setting.environment.joined(separator: ", ")))\n\(line)\n"
    }.joined(separator: "\n")
  }

  /// Refuses a variable of ours that sets nothing; others are somebody else's.
  private static func checkNames(of environment: [String: String]) throws(Failure) {
    let prefix = Setting.environmentPrefix
    let names = Set(Setting.all.flatMap(\.environment))
    let unknown = environment.keys.sorted().first { $0.hasPrefix(prefix) && !names.contains($0) }
    guard let unknown else { return }
    let meant = nearest(to: String(unknown.dropFirst(prefix.count)))
    throw Failure(
      place: unknown,
      message: missing("variable \(unknown)", meant.map { prefix + $0.uppercased() }))
  }

  private static func nearest(to word: String) -> String? {
    Spelling.suggestion(for: word, among: Setting.all.map(\.name))
  }

  /// What is said of a name that there is not.
  private static func missing(_ name: String, _ nearest: String?) -> String {
    let advice = nearest.map { " Did you mean \($0)?" } ?? ""
    return "Unknown \(name).\(advice) `marfa-server config print` lists all."
  }

  private static func quoted(_ value: String) -> String {
    let isPlain = value.utf8.allSatisfy {
      (48...57).contains($0) || (97...122).contains($0) || [0x2E, 0x2D, 0x5F].contains($0)
    }
    return isPlain ? value : JSONWriter.string(of: .string(value))
  }

  // MARK: - The file

  private static func read(
    _ text: String, name: String, into settings: inout ServerSettings
  ) throws(Failure) {
    guard let node = try compose(text, name: name) else { return }
    guard let mapping = node.mapping else {
      throw Failure(
        place: place(name, node.mark), message: "The file must be a list of `name: value`.")
    }
    var seen: Set<String> = []
    for (key, value) in mapping {
      let word = key.string ?? ""
      guard let setting = Setting.all.first(where: { $0.name == word }) else {
        throw Failure(
          place: place(name, key.mark),
          message: missing("setting \(word)", nearest(to: word)))
      }
      guard seen.insert(word).inserted else {
        throw Failure(place: place(name, key.mark), message: "\(word) is set twice.")
      }
      guard let scalar = value.scalar, !scalar.string.isEmpty else {
        throw Failure(
          place: place(name, value.mark ?? key.mark),
          message: "\(word) has no value; text with a # needs quotes.")
      }
      try write(setting, scalar.string, at: place(name, value.mark), into: &settings)
    }
  }

  private static func compose(_ text: String, name: String) throws(Failure) -> Node? {
    do {
      return try Yams.compose(yaml: text)
    } catch let error as YamlError {
      switch error {
      case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
        .composer(_, let problem, let mark, _):
        throw Failure(place: place(name, mark), message: "This is not YAML: \(problem).")
      default:
        throw Failure(place: name, message: "This is not YAML: \(error).")
      }
    } catch {
      throw Failure(place: name, message: "This is not YAML: \(error).")
    }
  }

  private static func write(
    _ setting: Setting, _ text: String, at place: String, into settings: inout ServerSettings
  ) throws(Failure) {
    do {
      try setting.write(&settings, text)
    } catch {
      throw Failure(
        place: place, message: "\(setting.name) must be \(error.expected), not \"\(text)\".")
    }
  }

  private static func place(_ name: String, _ mark: Mark?) -> String {
    mark.map { "\(name):\($0.line):\($0.column)" } ?? name
  }
}
