import Documents
import Foundation
import MarfaSDK
import TestSupport

/// A program of one person whose client keeps its documents in a file, process after process.
struct ClientDesk: Sendable {
  let line: DocumentLine
  let key: String
  /// Where the file is; gone with the last program that works there.
  let folder: TemporaryDirectory
  let path: String

  init(_ server: LoopbackServer, _ name: String = "ana") throws {
    (line, key, folder) = (DocumentLine(server), name, try TemporaryDirectory())
    path = folder.path + "/\(name).sqlite"
  }

  /// The same program with another file.
  private init(_ other: ClientDesk, path: String) {
    (line, key, folder, self.path) = (other.line, other.key, other.folder, path)
  }

  /// Cuts the line, or mends it.
  func set(isOnline: Bool) {
    if isOnline { line.setFault(nil) } else { line.setFault { _ in .lostRequest } }
  }

  /// A client of another process.
  func client() -> Client {
    Client(
      transport: line,
      ClientOptions(
        key: key, syncLoopDuration: .zero, retrySyncLoopDelay: .milliseconds(5),
        // A busy machine may be late: what never comes ends with the suite.
        reconnectStreamDelay: .milliseconds(5), attachTimeout: .seconds(1_000), storePath: path))
  }

  /// Begins a process that takes part in a document.
  func open(
    _ key: String = "doc-1", _ mode: SyncMode = .manual, initialRoot: [String: JSONValue] = [:]
  ) async throws -> Participant {
    let client = client()
    try await client.activate()
    let document = Document(key: key)
    let heard = await DocumentHearing(document)
    try await client.attach(document, [:], mode, initialRoot: initialRoot)
    return Participant(client: client, document: document, heard: heard)
  }

  /// Does something in a process of its own, which then ends without a word to the server.
  func process<Value: Sendable>(
    _ key: String = "doc-1", _ work: (Participant) async throws -> Value
  ) async throws -> Value {
    let one = try await open(key)
    let value = try await work(one)
    await one.client.suspend(one.document)
    return value
  }

  /// The same program on a copy of its file.
  func copied() async throws -> ClientDesk {
    let copy = folder.path + "/copy.sqlite"
    try await LocalStore.open(path: path).backup(to: copy)
    // As when a whole folder is copied.
    let note = ".document-client"
    try FileManager.default.copyItem(atPath: path + note, toPath: copy + note)
    return ClientDesk(self, path: copy)
  }

  /// Makes each write of changes to the file fail, or no longer.
  func set(isFull: Bool) throws {
    let store = SynchronousStore(try LocalStore.open(path: path))
    for table in ["replica", "replica_change"] {
      try store.execute(
        isFull
          ? """
          CREATE TRIGGER full_\(table) BEFORE INSERT ON \(table)
          BEGIN SELECT RAISE(ABORT, 'the disk is full'); END
          """ : "DROP TRIGGER full_\(table)")
    }
  }
}
