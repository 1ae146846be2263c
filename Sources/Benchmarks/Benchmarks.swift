import Foundation

/// Runs the areas named in the arguments, or all of them.
///
/// `swift run -c release Benchmarks [area …] [--notes N] [--folder PATH]`
///
/// Filled stores stay in the given folder, and a later run with as many notes uses them again.
@main enum Benchmarks {
  /// An area: its name and what it measures.
  typealias Area = (name: String, run: @Sendable (Report, Setting) async throws -> Void)

  static let areas: [Area] = [
    ("storage", StorageArea.run), ("fulltext", FullTextArea.run), ("store", StoreArea.run),
    ("search", SearchArea.run), ("import", ImportArea.run), ("screen", ScreenArea.run),
    ("editor", EditorArea.run), ("application", ApplicationArea.run),
    ("folder", FolderImportArea.run), ("operations", OperationsArea.run),
    ("server-flow", ServerFlowArea.run),
  ]

  static func main() async throws {
    var arguments = CommandLine.arguments.dropFirst()
    func value(of flag: String) -> String? {
      guard let flag = arguments.firstIndex(of: flag), flag + 1 < arguments.endIndex else {
        return nil
      }
      defer { arguments.removeSubrange(flag...(flag + 1)) }
      return arguments[flag + 1]
    }
    let notes = value(of: "--notes").flatMap(Int.init) ?? 100_000
    let folder = value(of: "--folder")
    let unknown = arguments.filter { name in !areas.contains { $0.name == name } }
    guard unknown.isEmpty else {
      print("No area \(unknown.joined(separator: ", ")); there are:", terminator: " ")
      print(areas.map(\.name).joined(separator: ", "))
      exit(2)
    }
    let setting = try Setting(noteCount: notes, keptFolder: folder)
    for area in areas where arguments.isEmpty || arguments.contains(area.name) {
      let report = Report()
      report.begin(area.name)
      try await area.run(report, setting)
    }
  }
}
