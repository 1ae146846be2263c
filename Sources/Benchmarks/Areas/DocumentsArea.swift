import Documents
import Foundation

/// Replays recorded writing in a collaborative text.
///
/// The recordings are those of <https://github.com/josephg/editing-traces>; without a folder of them in
/// `MARFA_EDITING_TRACES`, a made one is used.
enum DocumentsArea {
  static func run(_ report: Report, _ setting: Setting) async throws {
    let traces = EditingTrace.all(
      below: ProcessInfo.processInfo.environment["MARFA_EDITING_TRACES"])
    for trace in traces {
      try await report.row(
        samples: 3,
        ours: Action("\(trace.name): in one change") { _ = try trace.replayAtOnce() })
      try await report.row(
        samples: 3,
        ours: Action("\(trace.name): a change and its bytes for each edit") {
          _ = try trace.replayKeystrokes()
        })
      let updates = try trace.replayKeystrokes().updates
      let total = updates.reduce(0) { $0 + $1.count }
      let bytes = (Double(total) * 10 / Double(trace.patches.count)).rounded() / 10
      try await report.row(
        samples: 3,
        ours: Action("\(trace.name): take over each edit of \(bytes) bytes") {
          _ = try EditingTrace.follow(updates)
        })
      let snapshot = try trace.replayAtOnce().snapshot()
      try await report.row(
        samples: 3,
        ours: Action("\(trace.name): open \(snapshot.count) bytes") {
          _ = try EditingTrace.open(snapshot)
        })
    }
  }
}
