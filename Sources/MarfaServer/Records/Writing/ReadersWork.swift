import MarfaModel

/// What readers have found out for a change, before the writer's turn.
struct ReadersWork: Sendable {
  /// What a stale change started from.
  var ancestor: Ancestor?
  /// What becomes of long documents whose texts are changed.
  var edits: [BoundEdit] = []
}

extension RecordStore {
  /// Writes, after what takes long was done on a reader.
  ///
  /// Others may change something between the two. After some attempts the writer does all of it.
  ///
  /// - Parameters:
  ///   - found: What is known already.
  ///   - write: Writes, with what is known and whether long work is left to a reader.
  /// - Returns: What it gave.
  /// - Throws: What it threw, apart from `LongWork`.
  func leavingLongWork<Value>(
    knowing found: ReadersWork = ReadersWork(),
    _ write: (ReadersWork, _ leaves: Bool) async throws -> Value
  ) async throws -> Value {
    var found = found
    for _ in 0..<LongHistory.attempts {
      do {
        return try await write(found, true)
      } catch let long as any LongWork {
        try await perform(long, &found)
      }
    }
    return try await write(found, false)
  }

  private func perform(_ long: any LongWork, _ found: inout ReadersWork) async throws {
    switch long {
    case let long as LongAncestor:
      found.ancestor = try await snapshot(.preparation) { try long.ancestor(in: $0) }
    case let long as LongHistory: try await thin(long)
    case let long as BoundChange:
      let edit = try await snapshot(.preparation) { try long.edit(in: $0) }
      if let edit { found.edits.append(edit) }
    default: throw long
    }
  }
}
