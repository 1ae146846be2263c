import Foundation
import MarfaSDK
import Settings

/// What the application remembers from one run to the next, besides the notes.
///
/// Nothing depends on it: what is missing or cannot be read is as if it had never been.
package struct RememberedState: Hashable, Encodable {
  /// Widths that the person chose.
  package var panes = WorkspaceLayout.Preferences()
  /// Whether the focused pane had the whole width.
  package var isZoomed = false
  /// What the list showed.
  package var source: Source?
  /// The id of the note that was selected.
  package var note: String?
  /// The order of the list.
  package var sort: String?
  /// Ids of the notebooks whose children are hidden.
  package var collapsed: [String] = []
  /// Queries that were entered, oldest first.
  package var searches: [String] = []
  /// Actions that were entered by name, oldest first.
  package var commands: [String] = []
  /// How often and when notes were looked at.
  package var visits = VisitLog()
  /// Names of the hints that were shown.
  package var hints: Set<String> = []
  /// The shell commands of `keys.yaml` that the person has agreed to run.
  package var trusted: Set<String> = []
  /// Whether the person had paused the exchange with the server.
  package var isPaused = false

  /// A state that remembers nothing.
  package init() {}
}

extension RememberedState {
  /// Reads what can be read; a part that is missing or wrong has its default.
  ///
  /// A `Decoder` has a generic type for the keys of each part and each place: to look those types
  /// up took a seventh of all instructions of a start.
  package init(json: JSONValue) {
    self.init()
    guard let values = json.objectValue else { return }
    func part<Value>(_ name: String, _ read: (JSONValue) -> Value?) -> Value? {
      values[name].flatMap(read)
    }
    panes = part("panes", WorkspaceLayout.Preferences.init(json:)) ?? panes
    isZoomed = part("isZoomed", \.boolValue) ?? isZoomed
    source = part("source", Source.init(json:))
    note = part("note", \.stringValue)
    sort = part("sort", \.stringValue)
    collapsed = part("collapsed", Self.texts) ?? collapsed
    searches = part("searches", Self.texts) ?? searches
    commands = part("commands", Self.texts) ?? commands
    visits = part("visits", VisitLog.init(json:)) ?? visits
    hints = part("hints", Self.texts).map { Set($0) } ?? hints
    trusted = part("trusted", Self.texts).map { Set($0) } ?? trusted
    isPaused = part("isPaused", \.boolValue) ?? isPaused
  }

  /// A list of texts; nil for any other value, and for one with anything else in it.
  private static func texts(_ json: JSONValue) -> [String]? {
    guard let values = json.arrayValue else { return nil }
    let texts = values.compactMap(\.stringValue)
    return texts.count == values.count ? texts : nil
  }
}

extension WorkspaceLayout.Preferences {
  /// Reads widths; nil for anything else.
  fileprivate init?(json: JSONValue) {
    guard let values = json.objectValue else { return nil }
    for name in ["sourcesWidth", "listWidth"] {
      if let value = values[name], !value.isNull, value.integerValue == nil { return nil }
    }
    self.init(
      sourcesWidth: values["sourcesWidth"]?.integerValue.map { Int($0) },
      listWidth: values["listWidth"]?.integerValue.map { Int($0) })
  }
}

/// The file `state.json` in the state directory.
package struct StateFile: Hashable, Sendable {
  /// Where the file is, whether it exists or not.
  package let path: String
  private static let maximumBytes = 4 << 20

  package init(directories: ApplicationDirectories) {
    path = directories.state + "/state.json"
  }

  /// The state of the last run; an empty one when there is none that can be read.
  package func load() -> RememberedState {
    guard let data = FileManager.default.contents(atPath: path), data.count <= Self.maximumBytes,
      // A broken file is as none: nothing depends on it.
      let json = try? JSONParser.parse(data)
    else { return RememberedState() }
    return RememberedState(json: json)
  }

  /// Replaces the file in one step, readable by this person only.
  ///
  /// - Parameter state: What to remember.
  /// - Throws: The file system's error; the old file is then untouched.
  package func save(_ state: RememberedState) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
    let text = String(decoding: try encoder.encode(state), as: UTF8.self)
    try ApplicationDirectories.create(URL(filePath: path).deletingLastPathComponent().path)
    try AtomicFile.write(text + "\n", to: path)
  }
}
