import MarfaSDK

extension ImportJournal {
  /// Notes down the notebooks that were made for the import.
  func keep(_ notebooks: [String]) throws {
    if !notebooks.isEmpty { try append(Entry(notebooks: notebooks)) }
  }

  /// Notes down what a set is to make and change, before it does.
  func plan(_ pending: [PendingImport]) throws {
    var entry = Entry(isPlan: true)
    entry.notebooks = pending.flatMap(\.notebooks).compactMap(\.input.id)
    entry.created = pending.compactMap(\.created)
    entry.changed = pending.compactMap { $0.changed(to: $0.plannedRevision) }
    try append(entry)
  }

  /// Notes down what a set made and changed.
  func keep(
    _ pending: [PendingImport], _ outcomes: [CreateOutcome], in store: LocalStore
  ) async throws {
    var entry = Entry()
    let notebooks = Set(pending.flatMap(\.notebooks).compactMap(\.input.id))
    let made = Dictionary(pending.compactMap(\.created).map { ($0.id, $0) }) { first, _ in first }
    for outcome in outcomes where outcome.action == .created {
      if notebooks.contains(outcome.id) {
        entry.notebooks.append(outcome.id)
      } else if let note = made[outcome.id] {
        entry.created.append(note)
      }
    }
    for done in pending {
      guard let before = done.before, let after = try await store.item(id: before.id),
        let changed = done.changed(to: after.revision ?? before.revision)
      else { continue }
      entry.changed.append(changed)
    }
    try append(entry)
  }
}
