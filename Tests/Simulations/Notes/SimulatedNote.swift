import Documents
import MarfaSDK
import MarfaServer

/// A note that a device has open, or exchanges while nobody has it open: what the client's actors
/// hold, as values.
final class SimulatedNote {
  let id: String
  let key: String
  /// Tells apart the times that a note is open.
  let number: Int
  /// Why it is not open; nil for a note in an editor.
  let errand: Errand?
  /// The document's copy, and which state of the rows it is.
  var replica: Replica
  var token: Int64?
  var machine = DocumentSyncMachine()
  var audience = DocumentAudience()
  var mode = SyncMode.realtime
  var hasJoinedAgain = false
  var isAttached = false
  /// The number of what is waited for.
  var timer = 0
  /// The watch stream, and the number of the one that is wanted.
  var watch: DirectServer.Watch?
  var watchNumber = 0
  var isWatchDue = false
  /// The editor's copy, and what it has not heard of others.
  private(set) var copy: Replica?
  private var arrivals: [[Change]] = []
  private var isReplaced = false

  /// What is done with a note that nobody has open.
  enum Errand { case exchange, detachment }

  init(_ id: String, number: Int, for errand: Errand? = nil) {
    (self.id, self.number, self.errand) = (id, number, errand)
    key = NoteDocuments.key(of: id)
    replica = Replica(key: key)
    replica.presenceTravels = .apart
    if errand != nil { mode = .manual }
  }

  /// Goes on with what is stored.
  func resume(_ stored: StoredDocument) {
    replica = stored.replica
    replica.takePresence(nil)
    replica.presenceTravels = .apart
    (token, isAttached) = (stored.token, true)
  }

  var presence: [String: String] { replica.presences[replica.actor] ?? [:] }
  var text: String { replica.readingRoot.jsonText("body")?.string ?? "" }
  var editorText: String { copy?.readingRoot.jsonText("body")?.string ?? "" }
  var wantsToTell: Bool { audience.waits(for: presence) }

  // MARK: - The rows

  /// Takes over what became of a write; false when the document is forgotten.
  func follow(_ write: DocumentWrite) -> Bool {
    switch write {
    case .stored(let token, _): self.token = token
    case .superseded(let newer?):
      token = newer.token
      replace(with: newer.replica)
    case .superseded(nil): return false
    }
    return true
  }

  func replace(with other: Replica) {
    let presence = replica.presences[replica.actor]
    replica = other
    replica.presenceTravels = .apart
    replica.takePresence(presence)
    isReplaced = true
  }

  // MARK: - The editor

  /// Gives the editor a copy.
  func openEditor() {
    var copy = replica
    copy.acknowledge(through: copy.lastClientSequence)
    self.copy = copy
    (arrivals, isReplaced) = ([], false)
  }

  /// Lets the editor hear of changes of others.
  func arrive(_ changes: [Change]) { if copy != nil { arrivals.append(changes) } }

  func hear() throws {
    if isReplaced { return openEditor() }
    for changes in arrivals {
      for change in changes { _ = try copy?.apply(change) }
    }
    arrivals = []
  }

  /// Edits the editor's copy; gives what it hands over, nil when that would be of an older copy.
  func edit(_ body: (JSONText) throws -> Void) throws -> [Change]? {
    guard !isReplaced, var copy else { return nil }
    try copy.update { root, _ in
      if let text = root.jsonText("body") { try body(text) }
    }
    let changes = copy.localChanges
    copy.acknowledge(through: copy.lastClientSequence)
    self.copy = copy
    return changes
  }

  /// Gives the editor a copy in place of the one that it has.
  func supersede() { isReplaced = true }
}

/// The documents of one process of a device.
struct DeviceNotes {
  /// The notes that are open or are exchanged, by the keys of their documents.
  var all: [String: SimulatedNote] = [:]
  /// Who edits what is attached from now on.
  var actor: ActorID?
  var isRoundDue = false
  var isLookDue = false

  var open: [SimulatedNote] { sorted.filter { $0.errand == nil } }
  var sorted: [SimulatedNote] { all.sorted { $0.key < $1.key }.map(\.value) }
}
