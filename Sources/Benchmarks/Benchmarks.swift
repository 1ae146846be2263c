import Foundation
import MarfaTerminal

/// Runs the areas named in the arguments, or all of them.
///
/// `swift run -c release Benchmarks [area …] [--notes N] [--folder PATH]`
///
/// Filled stores stay in the given folder, and a later run with as many notes uses them again.
///
/// ## Instructions and allocations
///
/// Times on a machine with other work compare only as ratios. Instructions and allocations do not
/// depend on that work. With `--row` and `--iterations` nothing is timed: that row alone does its
/// work so often. Two runs under callgrind with different numbers differ by the work alone, because
/// what starts and prepares is the same in both:
///
///     B=/tmp/benchmarks-without-debug-information   # which valgrind 3.19 cannot read objcopy
///     --strip-debug .build/release/Benchmarks $B export SWIFT_DETERMINISTIC_HASHING=1   # or the
///     tables of the preparation differ from run to run for N in 1000 3000; do
///       valgrind --tool=callgrind --compress-strings=no --callgrind-out-file=$N.out \
///         $B operations --row "cache hit through the client" --iterations $N
///     done
///
/// Instructions of one iteration: the `summary:` of the second file less that of the first, divided
/// by the 2000 iterations between them. Of rows that take a millisecond, 10 and 30 iterations are
/// enough. Allocations: the same with the calls of `malloc`, which are
///
///     awk '/^cfn=/ { callee = $0 }
///       /^calls=/ && callee ~ /=malloc$/ { split($1, n, "="); sum += n[2] }
///       END { print sum }' $N.out
///
/// and, with `swift_allocObject` in its place, those of them that are objects. An actor comes from
/// `posix_memalign`.
@main enum Benchmarks {
  /// An area: its name and what it measures.
  typealias Area = (name: String, run: @Sendable (Report, Setting) async throws -> Void)

  static let areas: [Area] = [
    ("storage", StorageArea.run), ("fulltext", FullTextArea.run), ("store", StoreArea.run),
    ("search", SearchArea.run), ("import", ImportArea.run), ("screen", ScreenArea.run),
    ("editor", EditorArea.run), ("application", ApplicationArea.run),
    ("program", ProgramArea.run),
    ("folder", FolderImportArea.run), ("operations", OperationsArea.run),
    ("server", ServerArea.run), ("sync", SyncArea.run), ("syncing", SyncingArea.run),
    ("documents", DocumentsArea.run), ("editing", EditingArea.run),
    ("crowd", CrowdArea.run), ("together", TogetherArea.run),
    ("attachments", AttachmentsArea.run), ("interrupted", InterruptedArea.run),
  ]

  /// Runs on the first thread to the end; an asynchronous main would give that thread up, after
  /// which callgrind ends with an error of its own.
  static func main() {
    // As the program does.
    Heap.forgoStatistics()
    Task { @MainActor in
      do {
        try await measure()
        exit(0)
      } catch {
        print("The benchmarks ended: \(error)")
        exit(1)
      }
    }
    RunLoop.main.run()
  }

  private static func measure() async throws {
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
    let counted = value(of: "--row").map { row in
      CountedRow(name: row, iterations: value(of: "--iterations").flatMap(Int.init) ?? 1)
    }
    let unknown = arguments.filter { name in !areas.contains { $0.name == name } }
    guard unknown.isEmpty else {
      print("No area \(unknown.joined(separator: ", ")); there are:", terminator: " ")
      print(areas.map(\.name).joined(separator: ", "))
      exit(2)
    }
    let setting = try Setting(noteCount: notes, keptFolder: folder)
    for area in areas where arguments.isEmpty || arguments.contains(area.name) {
      let report = Report(counted: counted)
      if counted == nil { report.begin(area.name) }
      try await area.run(report, setting)
    }
  }
}
