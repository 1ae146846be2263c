import Documents
import Foundation

/// Recorded writing: what was deleted and inserted where, edit by edit.
struct EditingTrace {
  struct Patch {
    let position: Int
    let deleted: Int
    let inserted: String
  }

  /// A part of a patch as it is recorded.
  enum Piece: Decodable {
    case number(Int)
    case text(String)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Int.self) {
        // Not a number is a text; anything else is refused by the next line.
        self = .number(number)
      } else {
        self = .text(try container.decode(String.self))
      }
    }
  }

  let name: String
  let patches: [Patch]
  let end: String

  private struct Recording: Decodable {
    struct Transaction: Decodable {
      let patches: [[Piece]]
    }

    let txns: [Transaction]
    let endContent: String
  }

  /// The recordings of a folder, unpacked with gzip, or a made one.
  static func all(below folder: String?) -> [EditingTrace] {
    guard let folder else { return [made] }
    let names = [
      "automerge-paper", "seph-blog1", "rustcode", "sveltecomponent", "friendsforever_flat",
    ]
    return names.compactMap { recorded($0, "\(folder)/\($0).json.gz") }
  }

  /// A recording as it is stored, unpacked.
  static func read<Value: Decodable>(_ type: Value.Type, _ path: String) throws -> Value {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["gzip", "-dc", path]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return try JSONDecoder().decode(type, from: data)
  }

  private static func recorded(_ name: String, _ path: String) -> EditingTrace? {
    do {
      let recording = try read(Recording.self, path)
      let patches = recording.txns.flatMap(\.patches).compactMap(Patch.init)
      return EditingTrace(name: name, patches: patches, end: recording.endContent)
    } catch {
      // A recording that is not there is not measured; the report lacks its rows.
      return nil
    }
  }

  /// Twenty thousand letters, typed one after another.
  private static var made: EditingTrace {
    let patches = (0..<20_000).map {
      Patch(position: $0, deleted: 0, inserted: $0 % 7 == 6 ? " " : "a")
    }
    return EditingTrace(
      name: "typing", patches: patches, end: patches.map(\.inserted).joined())
  }

  private static func begin() throws -> Replica {
    var replica = Replica(key: "trace", actor: ActorID(number: 1))
    replica.historyDepth = 50
    try replica.update { root, _ in root.text = JSONText() }
    return replica
  }

  /// All edits in one change.
  func replayAtOnce() throws -> Replica {
    var replica = try Self.begin()
    // Nobody sends it.
    replica.changeLimit = nil
    try replica.update { root, _ in
      guard let text = root.jsonText("text") else { return }
      for patch in patches {
        try text.edit(patch.position, patch.position + patch.deleted, patch.inserted)
      }
    }
    precondition(replica.readingRoot.jsonText("text")?.string == end, "The text came out wrong.")
    return replica
  }

  /// Each edit in a change of its own, which is encoded as on a connection, and acknowledged.
  func replayKeystrokes() throws -> (replica: Replica, updates: [[UInt8]]) {
    var replica = try Self.begin()
    var writer = ChangeWriter()
    var updates = [Self.drain(&replica, into: &writer)]
    updates.reserveCapacity(patches.count + 1)
    for patch in patches {
      try replica.update { root, _ in
        try root.jsonText("text")?.edit(
          patch.position, patch.position + patch.deleted, patch.inserted)
      }
      updates.append(Self.drain(&replica, into: &writer))
    }
    return (replica, updates)
  }

  private static func drain(_ replica: inout Replica, into writer: inout ChangeWriter) -> [UInt8] {
    defer { replica.acknowledge(through: replica.lastClientSequence) }
    return writer.encode(replica.localChanges)
  }

  /// A second replica that takes over each update.
  static func follow(_ updates: [[UInt8]]) throws -> Replica {
    var replica = Replica(key: "trace", actor: ActorID(number: 2))
    var reader = ChangeReader()
    for update in updates {
      for change in try reader.decode(update) { _ = try replica.apply(change) }
    }
    return replica
  }

  /// A replica that was stored, and its text.
  static func open(_ snapshot: [UInt8]) throws -> String {
    let replica = try Replica(key: "trace", actor: ActorID(number: 3), stored: snapshot)
    return replica.readingRoot.jsonText("text")?.string ?? ""
  }
}

extension EditingTrace.Patch {
  /// Reads a patch as it is recorded; nil when it is none.
  init?(_ parts: [EditingTrace.Piece]) {
    guard parts.count == 3, case .number(let position) = parts[0],
      case .number(let deleted) = parts[1], case .text(let inserted) = parts[2]
    else { return nil }
    self.init(position: position, deleted: deleted, inserted: inserted)
  }
}
