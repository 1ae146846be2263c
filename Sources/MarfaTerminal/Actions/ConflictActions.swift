import MarfaSDK
import NoteFiles

/// What the person decides about notes that both sides changed.
@MainActor struct ConflictActions {
  let context: Context
  let workspace: Workspace
  let boxes: Boxes

  /// Opens the conflicts of the selected note, one after the other.
  func openSelected() {
    guard let row = workspace.selectedNote else { return }
    open(itemId: row.id)
  }

  /// Opens the conflicts of a note, one after the other.
  func open(itemId: String) {
    workspace.note.saveNow()
    context.work.performHolding("Reading the conflict") {
      await context.work.finish(but: 1)
      guard let conflict = try await parked(itemIds: [itemId]).first else {
        return context.messages.notice("This note has no conflict.")
      }
      try await open(conflict)
    }
  }

  private func open(_ conflict: ParkedConflict) async throws {
    let item = try await context.client.items.get(id: conflict.context.itemId)
    let origins = try await context.client.store.conflictOrigins(id: conflict.id)
    let subject = MergeSubject(conflict, item: item, origins: origins, context: context)
    guard !subject.places.isEmpty else {
      // What was typed since has taken the contradiction away.
      return try await settle(conflict, item, choosing: subject.properties([]))
    }
    boxes.layers.push(
      MergeView(context: context, subject: subject) { properties in
        guard let properties else { return }
        context.work.perform("Settling the conflict") {
          try await settle(conflict, item, choosing: properties)
          if let next = try await parked(itemIds: [item.id]).first { try await open(next) }
        }
      })
    context.host.requestFrame()
  }

  /// Settles a conflict; the undo brings back what was seen before.
  private func settle(
    _ conflict: ParkedConflict, _ item: Item, choosing properties: [String: JSONValue]
  ) async throws {
    let store = context.client.store
    try await store.resolveConflict(id: conflict.id, choosing: properties)
    var before: [String: JSONValue] = [:]
    for name in properties.keys { before[name] = item.properties[name] ?? .null }
    let update: @MainActor ([String: JSONValue]) async throws -> Void = { [context] in
      _ = try await context.client.items.update(id: item.id, properties: $0)
    }
    context.history.record(
      ActionHistory.Entry(
        summary: "Conflict settled", undo: { [before] in try await update(before) },
        redo: { try await update(properties) }))
    context.messages.notice("Settled. u to undo.")
  }

  private func parked(itemIds: Set<String>) async throws -> [ParkedConflict] {
    try await context.client.store.parkedConflicts()
      .filter { itemIds.contains($0.context.itemId) }
  }

  // MARK: - Several at once

  /// Asks, then settles all conflicts of the marked notes, or of the selected one, alike.
  func takeAll(_ choice: MergeDecision.Choice) {
    let ids = workspace.list.targets
    workspace.note.saveNow()
    context.work.performHolding("Reading the conflicts") {
      await context.work.finish(but: 1)
      let conflicts = try await parked(itemIds: Set(ids))
      guard !conflicts.isEmpty else {
        return context.messages.notice("There is no conflict in \(workspace.named(ids)).")
      }
      let notes = Set(conflicts.map(\.context.itemId)).count
      let places = conflicts.reduce(0) { $0 + $1.context.conflictingFields.count }
      let what = choice == .theirs ? "what the server has" : "what this device has"
      boxes.confirm(
        "Take \(what) in \(notes == 1 ? "1 note" : "\(notes) notes")"
          + " (\(places == 1 ? "1 field" : "\(places) fields"))? The other side is given up.",
        key: "y", label: "take it"
      ) {
        context.work.perform("Settling the conflicts") {
          for conflict in conflicts { try await take(choice, in: conflict) }
          _ = workspace.list.clearMarks()
          context.messages.notice(notes == 1 ? "Settled." : "\(notes) notes settled.")
        }
      }
      context.host.requestFrame()
    }
  }

  private func take(_ choice: MergeDecision.Choice, in conflict: ParkedConflict) async throws {
    let item = try await context.client.items.get(id: conflict.context.itemId)
    let theirs = conflict.context.current.properties
    var properties: [String: JSONValue] = [:]
    for name in conflict.context.conflictingFields {
      properties[name] = (choice == .theirs ? theirs : item.properties)[name] ?? .null
    }
    try await settle(conflict, item, choosing: properties)
  }
}

extension MergeSubject {
  /// The places of a parked conflict; this side is what the note shows now.
  @MainActor init(
    _ conflict: ParkedConflict, item: Item, origins: ConflictOrigins?, context: Context
  ) {
    let sides = conflict.context
    let fields = sides.conflictingFields.map { name in
      let base = sides.ancestor?.properties[name] ?? .null
      let mine = item.properties[name] ?? .null
      let theirs = sides.current.properties[name] ?? .null
      var merge: ThreeWayMerge?
      if sides.mergePolicy.strategy(of: name) == .keepBothCopies, let my = mine.stringValue,
        let their = theirs.stringValue
      {
        merge = ThreeWayMerge(base: base.stringValue ?? "", mine: my, theirs: their)
      }
      return Field(name: name, base: base, mine: mine, theirs: theirs, merge: merge)
    }
    // Until its event has come, only the server's values are known.
    let theirs = origins?.theirsVersion == sides.current.version ? origins : nil
    let mineAt = origins.map { ", " + context.relativeTime($0.mineAt) } ?? ""
    let theirsAt = theirs?.theirsAt.map { ", " + context.relativeTime($0) } ?? ""
    self.init(
      title: item.properties["title"]?.stringValue ?? "",
      mineLabel: "mine (this device\(mineAt))", theirsLabel: "theirs (the server\(theirsAt))",
      fields: fields)
  }
}
