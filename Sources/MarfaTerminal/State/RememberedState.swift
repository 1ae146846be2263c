import Foundation
import Settings

/// What the application remembers from one run to the next, besides the notes.
///
/// Nothing depends on it: what is missing or cannot be read is as if it had never been.
package struct RememberedState: Hashable, Codable {
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

  /// A state that remembers nothing.
  package init() {}

  /// Reads what can be read; a part that is missing or wrong has its default.
  package init(from decoder: any Decoder) throws {
    self.init()
    let values = try decoder.container(keyedBy: CodingKeys.self)
    func read<Value: Decodable>(_ key: CodingKeys, into value: inout Value) {
      // A part that cannot be read is forgotten, the rest is not.
      if let found = try? values.decode(Value.self, forKey: key) { value = found }
    }
    read(.panes, into: &panes)
    read(.isZoomed, into: &isZoomed)
    read(.source, into: &source)
    read(.note, into: &note)
    read(.sort, into: &sort)
    read(.collapsed, into: &collapsed)
    read(.searches, into: &searches)
    read(.commands, into: &commands)
    read(.visits, into: &visits)
    read(.hints, into: &hints)
    read(.trusted, into: &trusted)
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
      let state = try? JSONDecoder().decode(RememberedState.self, from: data)
    else { return RememberedState() }
    return state
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
