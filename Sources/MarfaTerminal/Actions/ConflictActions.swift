import MarfaSDK
import NoteFiles
import TerminalLayers
import Workbench

/// What the person decides about notes that both sides changed.
@MainActor struct ConflictActions {
  let context: Context
  let workspace: Workspace
  let boxes: Boxes

  /// Opens the conflicts of the selected note, one after the other; with marks, asks which side to
  /// take in all marked notes.
  func openSelected() {
    guard workspace.list.marked.isEmpty else { return decideMarked() }
    guard let row = workspace.selectedNote else { return }
    open(itemId: row.id)
  }

  /// Opens the conflicts of a note, one after the other.
  func open(itemId: String) {
    workspace.note.saveNow()
    context.work.performAlone("Reading the conflict", isHolding: true) {
      guard let conflict = try await parked(itemIds: [itemId]).first else {
        let keys = context.settings.keymap.keys(for: "go.conflicts", in: .list).first
        let advice = keys.map { " \($0.displayName) goes to those that have." } ?? ""
        return context.messages.notice(
          "This note has no conflict." + (context.sync.conflicts > 0 ? advice : ""))
      }
      try await open(conflict)
    }
  }

  private func open(_ conflict: ParkedConflict) async throws {
    guard let sides = try await context.client.store.conflictSides(id: conflict.id) else { return }
    let subject = MergeSubject(sides, relativeTime: context.relativeTime)
    guard !subject.places.isEmpty else {
      // What was typed since has taken the contradiction away.
      _ = try await settle(sides, choosing: subject.properties([]))
      return
    }
    let follower = ConflictFollower(sides, context: context)
    boxes.layers.push(
      MergeView(context: context, subject: subject, news: follower.news) { properties in
        follower.stop()
        guard let properties else { return }
        context.work.perform("Settling the conflict") {
          _ = try await settle(follower.sides, choosing: properties)
          if let next = try await parked(itemIds: [sides.item.id]).first { try await open(next) }
        }
      })
    context.host.requestFrame()
  }

  /// Settles a conflict; the undo lets it wait again, and brings back what was seen before.
  ///
  /// - Returns: Whether it is settled; a side that has changed since it was shown must be looked at
  ///   again.
  private func settle(
    _ sides: ConflictSides, choosing properties: [String: JSONValue]
  ) async throws -> Bool {
    let item = sides.item
    var properties = properties
    let state = MergeSubject.state(in: &properties) ?? item.state
    do {
      try await context.client.store.resolveConflict(
        id: sides.conflict.id, choosing: properties, state: state == item.state ? nil : state,
        read: sides.reading)
    } catch is ConflictError {
      context.messages.notice("The note changed meanwhile; decide about what is there now.")
      return false
    }
    if sides.trashing != nil, sides.conflict.context.conflictingFields.isEmpty {
      keepForUndo(aboutTrash: sides, state)
    } else if state == .trashed {
      // What is in the trash is not changed; its history has what was there.
      context.messages.notice("Settled. The note stays in the trash.")
      return true
    } else {
      keepForUndo(sides, properties, state)
    }
    let words =
      if state == .trashed {
        "Settled. The note stays in the trash."
      } else {
        state == item.state ? "Settled." : "Settled, and out of the trash."
      }
    context.messages.notice(words + " u to undo.")
    return true
  }

  /// Lets `u` ask about a conflict again, and redo decide as before.
  private func keepForUndo(
    _ sides: ConflictSides, _ properties: [String: JSONValue], _ state: ItemState
  ) {
    let item = sides.item
    let (items, store) = (context.client.items, context.client.store)
    var before: [String: JSONValue] = [:]
    for name in properties.keys { before[name] = sides.shown[name] ?? .null }
    let undone = UndoneConflict(of: item)
    context.history.record(
      ActionHistory.Entry(
        summary: "Conflict settled",
        undo: { [before, properties] in
          if try await !store.parkAgain(sides, decided: properties) {
            try await store.replace(properties, with: before, in: item.id)
            try await store.waitAgain(sides)
          }
          undone.isAskedAgain = true
          if state != item.state { _ = try await items.transition(id: item.id, to: item.state) }
        },
        redo: { [before, properties] in
          if state != item.state { _ = try await items.transition(id: item.id, to: state) }
          try await decideAgain(item.id, choosing: properties, over: before)
        }, undone: { undone.words }))
  }

  /// Lets `u` ask about the trash again, and redo decide as before.
  ///
  /// What was sent is not asked about again: a note that left the trash goes back there.
  private func keepForUndo(aboutTrash sides: ConflictSides, _ state: ItemState) {
    let item = sides.item
    let (items, store) = (context.client.items, context.client.store)
    let undone = UndoneConflict(of: item)
    context.history.record(
      ActionHistory.Entry(
        summary: "Conflict settled",
        undo: {
          undone.isAskedAgain = try await store.askAgainAboutTrash(sides)
          if undone.isAskedAgain { return }
          guard state != .trashed else {
            throw CommandFailure(
              .conflict, "The decision was sent already. What is in the trash can be restored.")
          }
          _ = try await items.transition(id: item.id, to: item.state)
        },
        redo: {
          let again = try await parked(itemIds: [item.id])
            .first { $0.context.conflictingFields.isEmpty }
          guard let again, let sides = try await store.conflictSides(id: again.id) else {
            if state != item.state { _ = try await items.transition(id: item.id, to: state) }
            return
          }
          try await store.resolveConflict(
            id: again.id, choosing: [:], state: state == item.state ? nil : state,
            read: sides.reading)
        }, undone: { undone.words }))
  }

  /// Decides about a conflict as before, unless somebody has changed the note since the undo.
  private func decideAgain(
    _ id: String, choosing properties: [String: JSONValue], over before: [String: JSONValue]
  ) async throws {
    let store = context.client.store
    let again = try await store.parkedConflicts().first { conflict in
      conflict.context.itemId == id
        && conflict.context.conflictingFields.contains { properties[$0] != nil }
    }
    guard let again, let sides = try await store.conflictSides(id: again.id) else {
      return try await store.replace(before, with: properties, in: id)
    }
    guard before.allSatisfy({ sides.shown[$0.key] ?? .null == $0.value }) else {
      throw CommandFailure(.conflict, "The note changed since.")
    }
    try await store.resolveConflict(id: again.id, choosing: properties, read: sides.reading)
  }

  private func parked(itemIds: Set<String>) async throws -> [ParkedConflict] {
    try await context.client.store.parkedConflicts()
      .filter { itemIds.contains($0.context.itemId) }
  }

  // MARK: - Several at once

  /// The conflicts of several notes.
  private struct Batch {
    var conflicts: [ParkedConflict]

    /// How far one decision goes: what one side alone changed stays.
    static let reach = "It wins only where both changed the same place."

    /// How many notes and fields it is about.
    var words: String {
      let places = conflicts.reduce(0) { $0 + max(1, $1.context.conflictingFields.count) }
      return "\(notes) (\(places == 1 ? "1 field" : "\(places) fields"))"
    }
    var notes: String {
      let count = Set(conflicts.map(\.context.itemId)).count
      return count == 1 ? "1 note" : "\(count) notes"
    }
  }

  /// Asks which side to take in all marked notes.
  private func decideMarked() {
    readBatch { batch in
      func answer(_ key: Character, _ choice: MergeDecision.Choice) async throws
        -> ConfirmDialog.Answer
      {
        let label = try await "what \(side(choice, in: batch.conflicts)) has"
        return ConfirmDialog.Answer(key: key, label: label) { settle(batch, choice) }
      }
      let answers = try await [answer("m", .mine), answer("t", .theirs)]
      boxes.choose(
        "Take one side in \(batch.words)? \(Batch.reach)", answers: answers)
    }
  }

  /// Asks, then settles all conflicts of the marked notes, or of the selected one, alike.
  func takeAll(_ choice: MergeDecision.Choice) {
    readBatch { batch in
      let what = try await side(choice, in: batch.conflicts)
      boxes.confirm(
        "Take what \(what) has in \(batch.words)? \(Batch.reach)", key: "y",
        label: "take it"
      ) { settle(batch, choice) }
    }
  }

  /// Reads the conflicts of the marked notes, or of the selected one.
  private func readBatch(_ found: @escaping @MainActor (Batch) async throws -> Void) {
    let ids = workspace.list.targets
    workspace.note.saveNow()
    context.work.performAlone("Reading the conflicts", isHolding: true) {
      let conflicts = try await parked(itemIds: Set(ids))
      guard !conflicts.isEmpty else {
        return context.messages.notice("No conflict in \(workspace.named(ids)).")
      }
      try await found(Batch(conflicts: conflicts))
      context.host.requestFrame()
    }
  }

  private func settle(_ batch: Batch, _ choice: MergeDecision.Choice) {
    context.work.perform("Settling the conflicts") {
      var left = 0
      for conflict in batch.conflicts where try await !take(choice, in: conflict) { left += 1 }
      _ = workspace.list.clearMarks()
      guard left == 0 else { return }
      context.messages.notice(batch.notes == "1 note" ? "Settled." : "\(batch.notes) settled.")
    }
  }

  /// What has a side of conflicts.
  private func side(
    _ choice: MergeDecision.Choice, in conflicts: [ParkedConflict]
  ) async throws -> String {
    for conflict in conflicts {
      let sides = try await context.client.store.conflictSides(id: conflict.id)
      if sides?.file == nil { return choice == .theirs ? "the server" : "this device" }
    }
    return choice == .theirs ? "the note" : "the file"
  }

  private func take(
    _ choice: MergeDecision.Choice, in conflict: ParkedConflict
  ) async throws -> Bool {
    guard let sides = try await context.client.store.conflictSides(id: conflict.id) else {
      return true
    }
    let subject = MergeSubject(sides, relativeTime: context.relativeTime)
    return try await settle(sides, choosing: subject.taking(choice))
  }
}
