import Foundation
import MarfaSDK

/// What was exchanged with the server of late, in words; the newest 500.
package struct SyncLog: Hashable {
  /// One line.
  package struct Entry: Hashable {
    /// When it happened.
    package var date: Date
    /// What happened.
    package var text: String
    /// The item that it is about.
    package var itemId: String?
    /// Whether something failed.
    package var isFailure = false

    /// A line that is about no item.
    package init(date: Date, text: String, itemId: String? = nil, isFailure: Bool = false) {
      (self.date, self.text, self.itemId, self.isFailure) = (date, text, itemId, isFailure)
    }
  }

  /// How many are kept.
  package static let capacity = 500

  /// The lines, newest last.
  package private(set) var entries: [Entry] = []

  /// Nothing was exchanged yet.
  package init() {}

  /// Adds a line; the same failure again only moves its time.
  package mutating func add(_ entry: Entry) {
    if let last = entries.last, last.isFailure, last.text == entry.text {
      entries[entries.count - 1] = entry
      return
    }
    entries.append(entry)
    if entries.count > Self.capacity { entries.removeFirst(entries.count - Self.capacity) }
  }

  /// Adds what an engine reported.
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - circumstances: Who made the change, and more of it.
  ///   - file: What the file is called that it is about; nil where that is not known.
  ///   - date: When.
  package mutating func add(
    _ event: SyncEvent, _ circumstances: ChangeCircumstances = ChangeCircumstances(),
    file: String? = nil, at date: Date
  ) {
    if let entry = Self.entry(event, circumstances, file, at: date) { add(entry) }
  }

  /// Adds a conflict that waits for a person.
  package mutating func add(_ conflict: ConflictSides) {
    let other = conflict.file ?? conflict.theirDevice ?? "another device"
    add(
      Entry(
        date: Date(timeIntervalSince1970: Double(conflict.conflict.parkedAt.milliseconds) / 1000),
        text: "In conflict with \(other): \(conflict.summary)", itemId: conflict.item.id))
  }

  private static func entry(
    _ event: SyncEvent, _ circumstances: ChangeCircumstances, _ file: String?, at date: Date
  ) -> Entry? {
    let origin = circumstances.device ?? "the server"
    func line(_ text: String, _ id: String? = nil, isFailure: Bool = false) -> Entry {
      Entry(date: date, text: text, itemId: id, isFailure: isFailure)
    }
    switch event {
    case .synced: return line("Everything was exchanged")
    case .failed(let error): return line(words(of: error), isFailure: true)
    case .conflictAutoMerged(let payload): return line(payload.summary, payload.itemId)
    case .itemCreated(let id): return line("Came from \(origin)", id)
    case .itemUpdated(let id):
      return line(
        (circumstances.isTrashing ? "Moved to the trash on " : "Changed on ") + origin, id)
    case .itemDeleted(let id): return line("Removed on the server", id)
    case .mutationDropped(let kind, let id, let attempt, let error):
      let times =
        switch attempt {
        case 0: " before it was sent"
        case 1: ""
        default: " after \(attempt) attempts"
        }
      return line("\(kind.verb) refused\(times): \(words(of: error))", id, isFailure: true)
    case .blobUploadFailed(_, let error):
      let name = file.map { " of “\($0)”" } ?? ""
      return line("Upload\(name) failed: \(words(of: error))", isFailure: true)
    case .edgeCreated, .edgeDeleted, .blobUploadStarted, .blobUploadProgress,
      .blobUploadCompleted:
      return nil
    }
  }

  /// A server's words; no secret is in an error.
  package static func words(of error: any Error) -> String {
    guard let error = error as? any MarfaError else { return String(describing: error) }
    if error is NetworkError {
      let sentence = ErrorText.sentence(for: error)
      return sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
    }
    return [error.status.map { String($0) }, error.code, error.message].compactMap(\.self)
      .filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension ConflictAutoMergedPayload {
  /// What both sides did, and what became of it.
  fileprivate var summary: String {
    let isCopied = conflictedCopyId != nil
    guard isAboutTrash else {
      let changed = fields.joined(separator: ", ")
      return "Both sides changed \(changed): \(isCopied ? "kept both" : "merged")"
    }
    return isCopied
      ? "Moved to the trash elsewhere, changed here: yours is a note of its own"
      : "Moved to the trash here, changed elsewhere: it stays, out of the trash"
  }
}

extension MutationKind {
  /// What the change does, in a word.
  package var verb: String {
    switch self {
    case .createItem: "create"
    case .updateItem, .pushDocument: "update"
    case .transitionItem: "archive"
    case .deleteItem: "trash"
    case .restoreItem: "restore"
    case .purgeItem: "delete"
    case .setMetadata, .patchMetadata: "metadata"
    case .addTags, .removeTag: "tags"
    case .setExtension, .removeExtension: "extension"
    case .createEdge, .updateEdge: "link"
    case .deleteEdge: "unlink"
    case .bulkItems, .bulkEdges: "bulk"
    case .uploadBlob: "upload"
    }
  }
}
