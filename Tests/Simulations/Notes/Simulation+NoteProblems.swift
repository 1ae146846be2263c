import Documents
import MarfaSDK
import MarfaServer

/// What is wrong with the documents once nothing moves.
extension Simulation {
  /// Where a replica, an editor, an item and the server's document differ, and what was not sent.
  func noteProblems(_ items: [String: ConfirmedItem]) throws -> [String] {
    var problems: [String] = []
    for (index, client) in clients.enumerated() {
      let mine = try client.store.items()
      for known in try client.store.knownReplicas() {
        let name = "\(client.name)'s replica of \(known.itemId)"
        guard let stored = try client.store.replica(of: known.document) else { continue }
        let text = stored.replica.readingRoot.jsonText("body")?.string ?? ""
        let bodies = [
          "its item": Self.body(mine[known.itemId]),
          "the server's item": Self.body(items[known.itemId]),
          "the server's document": documentText(known.document, index),
        ]
        for (what, body) in bodies.sorted(by: { $0.key < $1.key }) where body != text {
          problems.append("\(name) has \(text.debugDescription), \(what) \(body.debugDescription)")
        }
        // Who has a note open exchanges it in any case.
        let isOpen = client.notes.all[known.document].map { $0.errand == nil } ?? false
        if try client.store.hasUnsentChanges(in: known.document) || (known.isWaiting && !isOpen) {
          problems.append("\(name) still waits")
        }
      }
      for note in client.notes.sorted {
        try note.hear()
        let stored = Self.body(mine[note.id])
        if note.errand != nil { problems.append("\(client.name) has not ended with \(note.id)") }
        if note.text != stored || (note.copy != nil && note.editorText != stored) {
          problems.append(
            "\(client.name) shows \(note.editorText.debugDescription) of \(note.id), "
              + "stored is \(stored.debugDescription)")
        }
      }
    }
    return problems
  }

  private static func body(_ item: ConfirmedItem?) -> String {
    item?.item.properties["body"]?.stringValue ?? ""
  }

  private func documentText(_ key: String, _ index: Int) -> String {
    let answer = send(SyncRequest("GET", "/documents/\(key)"), index)
    let root = (try? JSONParser.parse(answer.body))?.objectValue?["root"]?.objectValue
    guard let pieces = root?["body"]?.arrayValue else { return "(\(answer.status))" }
    return pieces.compactMap { $0.objectValue?["val"]?.stringValue }.joined()
  }

  /// Where somebody is shown who is not there, is not shown who is, or is shown elsewhere.
  func presenceProblems() -> [String] {
    var present: [String: [ActorID: [String: String]]] = [:]
    for client in clients {
      for note in client.notes.open where note.watch != nil {
        present[note.key, default: [:]][note.replica.actor] = note.presence
      }
    }
    return clients.flatMap { client in
      client.notes.open.compactMap { note in
        guard note.mode.watches else { return nil }
        var others = present[note.key] ?? [:]
        others[note.replica.actor] = nil
        return note.audience.online == others
          ? nil
          : "\(client.name) sees \(note.audience.online) in \(note.id), there are \(others)"
      }
    }
  }
}
