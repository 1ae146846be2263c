import GRDB

/// Both sides of a conflict that waits for a person, read together.
package struct ConflictSides: Hashable, Sendable {
  /// The conflict, with the other side.
  package var conflict: ParkedConflict
  /// The item with this side's values.
  package var item: Item
  /// The properties that the item shows: this side's, but for the text of a document, of which the
  /// other side is seen.
  package var shown: [String: JSONValue]
  /// Where the server has the item in its life.
  package var theirState: ItemState
  /// When both were written.
  package var origins: ConflictOrigins
  /// What a decision about them must name.
  package var reading: Reading
  /// Whether the other side is what the note shows, which goes on meanwhile: its document, or the
  /// note that a file contradicts.
  package var isOfDocument: Bool
  /// The path of the mirrored file that has this side; nil for one that was written in the note.
  package var file: String?

  /// Which state of each side somebody saw.
  package struct Reading: Hashable, Sendable {
    /// The server's version.
    var theirs: Int
    /// The number of the newest change here.
    var mine: Int
  }

  /// Who moved the item to the trash; nil while it is not there.
  package var trashing: Trashing? {
    guard !isOfDocument else { return nil }
    return item.state == .trashed ? (theirState == .trashed ? .there : .here) : nil
  }

  /// The device that wrote the other side: the one that moved the item to the trash, where that is
  /// all of it.
  ///
  /// Nil for one without a name, where the server does not say, and until it has reported the state
  /// that it refused the change for.
  package var theirDevice: String? {
    if trashing == .there, conflict.context.conflictingFields.isEmpty { return origins.stateDevice }
    return isTold ? origins.theirsDevice : nil
  }

  /// Whether the server has reported the state that it refused the change for.
  package var isTold: Bool { origins.theirsVersion == conflict.context.current.version }
}

/// On which side something was moved to the trash while the other one changed it.
package enum Trashing: Hashable, Sendable {
  /// On this device.
  case here
  /// On another device.
  case there
}

extension ConflictSides.Reading {
  /// The states that are there now.
  init(_ context: ConflictContext, _ row: QueueRow, _ writer: StoreWriter) throws {
    let revision = try row.intent.item.flatMap { try writer.record(key: $0)?.revision }
    self.init(theirs: context.current.version, mine: revision ?? 0)
  }

  /// The states of a conflict with a document: what the item shows is the other side.
  init(ofDocument revision: Int) { self.init(theirs: 0, mine: revision) }
}

/// Reads both sides of a conflict.
struct ConflictSidesFetch: StoreFetch {
  let id: String

  var interest: StoreInterest { StoreInterest(.parkedConflict, .item, .itemText) }

  func fetch(_ db: Database) throws -> ConflictSides? {
    let row = try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT parked_conflict.context, parked_conflict.parked_at, item.id, item.revision,
            COALESCE(shadow.state, item.state), parked_conflict.request
          FROM parked_conflict JOIN item ON item.key = parked_conflict.item
          LEFT JOIN shadow ON shadow.item = item.key
          WHERE mutation_id = ?
          """), arguments: [id])
    guard let row, var item = try ItemReader(db: db).item(id: row[2]),
      let origins = try ConflictOrigins.fetch(id: id, db)
    else { return nil }
    var context = try StoredJSON.value(ConflictContext.self, row[0])
    var reading = ConflictSides.Reading(theirs: context.current.version, mine: row[3])
    let request: String = row[5]
    let file = FileConflict.path(inRequest: request)
    let (shown, isOfDocument) = (item.properties, file != nil || request == ParkedText.mark)
    if isOfDocument {
      context = ParkedText.following(context, item)
      context.current.version = origins.theirsVersion ?? context.current.version
      item.properties.merge(context.clientPatch) { $1 }
      reading = ConflictSides.Reading(ofDocument: row[3])
    }
    context.itemId = item.id
    return ConflictSides(
      conflict: ParkedConflict(
        id: id, context: context, parkedAt: Timestamp(milliseconds: row[1])),
      item: item, shown: shown, theirState: ItemState(code: row[4]), origins: origins,
      reading: reading, isOfDocument: isOfDocument, file: file)
  }
}
