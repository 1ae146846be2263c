/// A collaborative text: its spans, their bytes and their attributes.
///
/// Offsets are Unicode scalars of the live text, 0…`count`. Concurrent insertions at one place stay
/// whole in both directions of typing (Weidner and Kleppmann, "The Art of the Fugue", 2023; the
/// rule is that of YjsMod), the larger ticket first. A value with copy on write.
struct TextState: Sendable {
  var list = SpanList()
  var clock = CharacterClock()
  /// UTF-8 of all insertions, in the order of their arrival.
  var buffer: [UInt8] = []
  /// Attributes by the handle of their span.
  var attributes: [Int: AttributeMap] = [:]
  /// Tickets of deletions, which the spans of one operation share; the first is of purged spans.
  var removals: [TimeTicket] = [.initial]
  /// Deleted spans that a purge has to look at.
  var tombstones = HandleSet()
  /// When spans came back that had been deleted, by handle.
  var restoredAt: [Int: TimeTicket] = [:]
  /// Spans whose attributes have removed keys, and purged spans that have attributes.
  var styledTombstones: Set<Int> = []
  /// Bytes of the buffer that no span uses.
  var wastedBytes = 0
  /// The number of spans after neighbours were joined for the last time.
  var joinedSpans = 0
  /// How to restore what the running transaction changed.
  var journal: [TextJournalEntry] = []
  private(set) var isJournaling = false

  /// What is not read yet of a stored text, which has only its content in the buffer.
  var sealed: SealedText?
  /// What a test wants to be done wrong.
  var fault: PlantedFault?

  /// The number of live scalars.
  var count: Int { @inline(__always) get { sealed?.count ?? list.liveCount } }

  /// The live text.
  var string: String {
    if sealed != nil { return String(decoding: buffer, as: UTF8.self) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(buffer.count - wastedBytes)
    for handle in list.handles where list.spans[handle].isLive {
      let span = list.spans[handle]
      bytes.append(contentsOf: buffer[Int(span.start)..<Int(span.start + span.bytes)])
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The content of a span that was not purged.
  func content(of span: TextSpan) -> String {
    !span.hasContent
      ? "" : String(decoding: buffer[Int(span.start)..<Int(span.start + span.bytes)], as: UTF8.self)
  }

  /// The ticket that deleted a span, or nil while it is live.
  func removedAt(_ span: TextSpan) -> TimeTicket? {
    span.isLive ? nil : removals[Int(span.removal)]
  }

  /// When a span came back that had been deleted, or nil.
  func restoredAt(_ handle: Int) -> TimeTicket? {
    restoredAt.isEmpty ? nil : restoredAt[handle]
  }

  private mutating func forgetRestoration(_ handle: Int) {
    if !restoredAt.isEmpty { restoredAt[handle] = nil }
  }

  /// The attributes of a scalar that were not removed.
  func attributes(at id: CharacterID) -> [String: String] {
    list.handle(of: id).flatMap { attributes[$0]?.values } ?? [:]
  }

  // MARK: - Splitting

  /// Makes a scalar the last of its span, and returns the place after it.
  mutating func place(after id: CharacterID) -> SpanList.Place? {
    if id == .none { return list.start }
    guard let found = list.find(id) else { return nil }
    if found.offset + 1 < Int(list.spans[found.handle].count) {
      split(found.handle, at: found.offset + 1)
    }
    var place = list.place(of: found.handle)
    place.slot += 1
    return place
  }

  /// Makes a scalar the first of its span, and returns that span.
  mutating func isolateStart(_ id: CharacterID) -> Int? {
    guard let found = list.find(id) else { return nil }
    return found.offset == 0 ? found.handle : split(found.handle, at: found.offset)
  }

  /// Splits a span and returns the right part, which has the same attributes and deletion.
  @discardableResult
  mutating func split(_ handle: Int, at offset: Int) -> Int {
    let right = list.split(handle, at: offset, bytes: byteOffset(offset, in: list.spans[handle]))
    if list.spans[right].hasAttributes {
      attributes[right] = attributes[handle]
      if styledTombstones.contains(handle) { styledTombstones.insert(right) }
    }
    if let restored = restoredAt(handle) { restoredAt[right] = restored }
    // A part that is born deleted is purged like any other.
    if !list.spans[right].isLive, !list.spans[right].isPurged, fault != .forgottenSplit {
      tombstones.insert(right)
    }
    return right
  }

  /// The place in bytes of a scalar of a span.
  func byteOffset(_ offset: Int, in span: TextSpan) -> Int {
    if !span.hasContent { return 0 }
    if span.bytes == span.count { return offset }
    var index = Int(span.start)
    var left = offset
    while true {
      // A continuation byte begins with the bits 10 (RFC 3629, §3).
      if buffer[index] & 0xC0 != 0x80 {
        if left == 0 { return index - Int(span.start) }
        left -= 1
      }
      index += 1
      if index == Int(span.start + span.bytes) { return Int(span.bytes) }
    }
  }

  // MARK: - Marking

  /// Begins a transaction, which `endJournal` or `rollBack` ends.
  mutating func beginJournal() { isJournaling = true }

  mutating func endJournal() {
    isJournaling = false
    // The room stays for the next keystroke, but not that of a large transaction.
    journal.removeAll(keepingCapacity: journal.count < 64)
  }

  /// Deletes a live span, or gives a deleted one a later time.
  mutating func markRemoved(_ handle: Int, by removal: Int32) {
    noteRemoval(handle)
    list.setLive(handle, removal: removal)
    forgetRestoration(handle)
    tombstones.insert(handle)
  }

  /// Notes the deletion and restoration of a span, before they change.
  mutating func noteRemoval(_ handle: Int) {
    if isJournaling {
      journal.append(.removal(list.spans[handle], restoredAt: restoredAt(handle)))
    }
  }

  /// The table's place for a ticket, which the spans of one operation share.
  mutating func removal(at ticket: TimeTicket) -> Int32 {
    if removals[removals.count - 1] != ticket { removals.append(ticket) }
    return Int32(removals.count - 1)
  }

  /// Gives a span attributes; an empty map takes them away.
  mutating func setAttributes(_ map: AttributeMap?, of handle: Int) {
    if isJournaling {
      journal.append(.attributes(list.spans[handle], were: attributes[handle]))
    }
    let map = map.flatMap { $0.isEmpty ? nil : $0 }
    attributes[handle] = map
    list.spans[handle].hasAttributes = map != nil
    noteGarbage(of: handle)
  }

  /// Notes whether a purge has to look at the attributes of a span.
  mutating func noteGarbage(of handle: Int) {
    if attributeGarbage(of: handle) > 0 {
      styledTombstones.insert(handle)
    } else {
      styledTombstones.remove(handle)
    }
  }

  /// The number of removed attributes of a span; of all, if the span was purged.
  func attributeGarbage(of handle: Int) -> Int {
    guard let map = attributes[handle] else { return 0 }
    return list.spans[handle].isPurged ? map.entries.count : map.tombstoneCount
  }
}
