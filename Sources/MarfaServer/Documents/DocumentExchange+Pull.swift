import Documents
import Foundation
import MarfaModel

extension DocumentExchange {
  /// Whether the answer has what the client lacks.
  ///
  /// A copy that does not fit need not fit others' changes: it begins again with the whole, unless
  /// it has seen nothing yet.
  func pulls(_ leaves: Bool) -> Bool {
    let isForked = request.refusal?.code == DocumentErrors.forkedCode
    return !leaves && request.direction == .both
      && !(isForked && pack.checkpoint.serverSequence > 0)
  }

  /// Reads what others have changed since the last slice.
  ///
  /// A client has its own changes, unless it starts again, with nothing.
  func look(
    for missed: inout MissedChanges, in document: DocumentRow, _ known: DocumentReplicaRow
  ) throws {
    let isFresh = pack.checkpoint == .initial
    try missed.read(
      document, notBy: isFresh ? nil : request.client, who: known.clientSequence, limits,
      from: rows)
  }

  func acknowledgement(_ replica: DocumentReplicaRow) -> ChangePack {
    ChangePack(
      documentKey: request.key,
      checkpoint: Checkpoint(
        serverSequence: pack.checkpoint.serverSequence,
        clientSequence: UInt32(clamping: replica.clientSequence)))
  }

  /// New changes as watchers get them without asking.
  ///
  /// - Returns: A pack in base64; nil when there are none, or too many bytes.
  func packed(_ rows: [DocumentChangeRow], _ document: DocumentRow) throws -> String? {
    let size = rows.reduce(0) { $0 + $1.bytes.count }
    guard !rows.isEmpty, size <= limits.toldBytes else { return nil }
    let checkpoint = Checkpoint(serverSequence: document.sequence, clientSequence: 0)
    let pack = ChangePack(
      documentKey: document.key, checkpoint: checkpoint,
      changes: try Self.changes(of: rows, document))
    return Data(pack.encoded()).base64EncodedString()
  }

  /// What the client lacks.
  ///
  /// - Parameters:
  ///   - content: The document.
  ///   - replica: The client's copy.
  ///   - missed: What others have changed that it lacks.
  ///   - isAlone: Whether the transaction has nothing to commit but this.
  /// - Returns: The answer; nil where it is long and to be made after a commit.
  /// - Throws: `LongDocument` where that is asked for.
  func pull(
    _ content: inout Content, _ replica: DocumentReplicaRow, _ missed: MissedChanges, isAlone: Bool
  ) throws -> ChangePack? {
    let document = content.document
    let after = pack.checkpoint.serverSequence
    let seen = try housekeeping.seenByAll(document)
    content.document.purgedThrough = max(
      document.purgedThrough, try housekeeping.latest(seen, of: document))
    var answer = acknowledgement(replica)
    answer.checkpoint.serverSequence = document.sequence
    if missed.areAll {
      answer.changes = try Self.changes(of: missed.rows, document)
      answer.versionVector = seen
    } else if let (snapshot, later) = try stored(document, after: after) {
      answer.snapshot = snapshot
      answer.changes = later
    } else if leavesLongWork, document.size > Int64(limits.wholeBytes) {
      // Once a reader has stored it, it is sent as it is stored.
      guard isAlone else { return nil }
      throw LongDocument(number: document.number, work: .storing)
    } else {
      answer.snapshot = try content.with { $0.snapshot(seenByAll: seen).bytes }
    }
    return answer
  }

  /// The whole document as it is stored, and the changes since then: nothing is read and written
  /// again while others wait for the writer.
  ///
  /// - Returns: Nil where there is no snapshot that is newer than what the client has, and where
  ///   the client made one of those changes, which its replica would take for known.
  private func stored(
    _ document: DocumentRow, after sequence: Int64
  ) throws -> (snapshot: [UInt8], later: [Change])? {
    guard try rows.documentSnapshotSequence(of: document.number) > sequence,
      let snapshot = try rows.documentSnapshot(of: document.number)
    else { return nil }
    let page = try rows.documentChanges(
      of: document.number, after: snapshot.sequence,
      limit: RowLimit(count: limits.snapshotInterval, bytes: MissedChanges.mostBytes))
    guard !page.hasMore, !page.rows.contains(where: { $0.actor == request.client }) else {
      return nil
    }
    return (snapshot.bytes, try Self.changes(of: page.rows, document))
  }

  private static func changes(
    of rows: [DocumentChangeRow], _ document: DocumentRow
  ) throws -> [Change] {
    do {
      return try rows.flatMap { try $0.changes }
    } catch {
      throw StoreFailure(.broken, "the document \(document.key) cannot be read: \(error)")
    }
  }
}
