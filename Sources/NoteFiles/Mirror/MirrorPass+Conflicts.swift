import MarfaSDK

/// Contradictions: the store asks a person about them as about any other conflict.
///
/// Neither side is touched meanwhile, and each pass looks whether they still contradict. Once the
/// note has what was chosen, the file's text of that time counts as the one in which both were the
/// same, so that the file is written, and what was typed into it since is merged.
extension MirrorPass {
  /// Takes what was decided since the last pass.
  mutating func takeDecisions() async throws {
    for var pair in journal.pairs.values.sorted(by: { $0.path < $1.path }) {
      guard let conflict = pair.conflict else { continue }
      switch try await store.standing(ofFileConflict: conflict.id) {
      case .waits: continue
      case .unknown:
        // It is asked about again, if it is one yet.
        pair.conflict = nil
        try journal.unpark(pair)
      case .settled:
        try await attempt(pair.path) { [pair] pass in try await pass.take(conflict, of: pair) }
      }
    }
  }

  private mutating func take(_ conflict: MirrorJournal.Conflict, of pair: Pair) async throws {
    var pair = pair
    if let base = journal.text(of: pair.id), let file = journal.parkedText(of: pair.id),
      notes[pair.id] != nil
    {
      try await bring(file, over: base, to: pair, except: conflict.fields)
      try await refreshNote(pair.id)
      // Both are compared with the text, whatever their stamps are.
      pair.file = .unsure
      pair.note?.version = -1
      try journal.settle(pair, text: file)
      try arguments.checkpoint(.settled)
    }
    try await endConflict(of: &pair)
  }

  /// Gives the note what changed in the file and was not decided about; from the note as it is
  /// then, where somebody writes it meanwhile: a decision is taken once.
  private mutating func bring(
    _ file: String, over base: String, to pair: Pair, except fields: [String]
  ) async throws {
    while true {
      let (note, _, revision) = try await rendered(pair, over: base)
      try arguments.checkpoint(.noteRead)
      var change = text.combination(of: note, from: base, to: file, path: pair.path).change
      for name in fields { change.properties[name] = nil }
      if change.isEmpty { return }
      do {
        try await store.change(
          id: pair.id, properties: change.properties, tags: change.tags, basedOn: revision)
      } catch is ConflictError { continue }
      report.taken += 1
      return try arguments.checkpoint(.noteWritten)
    }
  }

  /// The text of both sides put together, and the change of the note that it means.
  typealias Both = (text: String, change: MirrorText.Change)

  /// Both sides put together; nil where they contradict each other, which then waits for a person.
  mutating func together(
    _ pair: Pair, _ note: MirrorText.Stored, base: String, file: String, mine: String
  ) async throws -> Both? {
    if let merged = ThreeWayMerge(base: base, mine: file, theirs: mine).merged {
      let change = text.change(of: note, from: (mine, pair.path), to: (merged, pair.path))
      return (merged, change)
    }
    let both = text.combination(of: note, from: base, to: file, path: pair.path)
    guard !both.file.isEmpty else {
      // Lines say the same in two ways, as a list of tags to which both added one.
      let merged = text.text(of: both.change.applied(to: note), path: pair.path, previous: file)
      return (merged, both.change)
    }
    report.parked.append(pair.path)
    let conflict = FileConflict(
      path: root + "/" + pair.path, itemId: pair.id, base: both.base, file: both.file)
    let id = try await store.park(conflict, as: pair.conflict?.id)
    var parked = pair
    parked.conflict = MirrorJournal.Conflict(id: id, fields: both.file.keys.sorted())
    if parked != pair || journal.parkedText(of: pair.id) != file {
      try journal.park(parked, text: file)
    }
    return nil
  }

  /// Forgets the contradiction of a pair, if it has one.
  func endConflict(of pair: inout Pair) async throws {
    guard let conflict = pair.conflict else { return }
    pair.conflict = nil
    try journal.unpark(pair)
    try await store.endFileConflict(id: conflict.id)
  }
}
