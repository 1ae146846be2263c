import Documents
import Foundation

/// Replays recorded writing in a collaborative text.
///
/// The recordings are those of <https://github.com/josephg/editing-traces>; without a folder of
/// them in `MARFA_EDITING_TRACES`, a made one is used.
enum DocumentsArea {
  static func run(_ report: Report, _ setting: Setting) async throws {
    let folder = ProcessInfo.processInfo.environment["MARFA_EDITING_TRACES"]
    for trace in EditingTrace.all(below: folder) {
      // One transaction of everything is no slower than keystrokes.
      try await report.row(
        samples: 3, .ratio(1),
        baseline: Action("a change and its bytes for each edit") {
          _ = try trace.replayKeystrokes()
        },
        ours: Action("\(trace.name): in one change") { _ = try trace.replayAtOnce() })
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
      try memory(report, trace.name, snapshot)
    }
    if let trace = try ConcurrentTrace("friendsforever", below: folder) {
      let pack = trace.pack
      try await report.row(
        samples: 20,
        ours: Action("\(trace.name): take over \(trace.changes.count) changes of two people") {
          try trace.merge(pack)
        })
    }
  }

  /// What one more open document takes, once it has been edited: before, it is its bytes alone.
  private static func memory(_ report: Report, _ name: String, _ snapshot: [UInt8]) throws {
    let count = 100
    func open() throws -> [Replica] {
      try (0..<count).map { _ in
        var replica = try Replica(key: "trace", actor: ActorID(number: 3), stored: snapshot)
        try replica.update { root, _ in try root.jsonText("text")?.edit(0, 0, "x") }
        return replica
      }
    }
    // What earlier rows gave back is used first.
    let first = try open()
    let before = ProcessFigures(getpid()).ownBytes
    let second = try open()
    let after = ProcessFigures(getpid()).ownBytes
    withExtendedLifetime((first, second)) {
      report.show(
        "\(name): memory of an open document", bytes: (after - before) / Double(count), nil)
    }
  }
}
