import MarfaModel

extension StoreAnswer {
  /// `{item: {id, version, updated_at}}` where the client knows the rest, because what is stored is
  /// what it sent; the whole answer everywhere else, or where it is not wanted briefly.
  func brief(of mutation: StoreMutation, _ context: WriteContext) -> StoreAnswer {
    guard context.answersBriefly, case .item(let item) = content else { return self }
    switch mutation {
    case .createItem(let input) where outcome == .created && input.isStored(as: item.row): break
    // One version on from that of the client: nobody else's change is in it.
    case .patchItem(_, let body) where body.version.map { $0 + 1 == item.row.version } ?? false:
      break
    default: return self
    }
    var result = StoreAnswer(outcome: outcome, shortlyOf: item.row)
    result.isBrief = true
    return result
  }

  /// The shortest answer to a change, as in a batch that has no room left.
  ///
  /// The answer to a request of many entries stays whole, because it says what happened to each.
  var short: StoreAnswer {
    switch content {
    case .item(let item): StoreAnswer(outcome: outcome, shortlyOf: item.row)
    case .metadata, .extensions, .sidecar, .edge: .ok
    default: self
    }
  }

  /// What tells an item and its version, and nothing that it holds.
  init(outcome: Outcome = .done, shortlyOf row: ItemRow) {
    self.init(
      outcome: outcome,
      [
        "item": [
          "id": .string(row.id), "version": .integer(Int64(row.version)),
          "updated_at": .string(Timestamp(milliseconds: row.updatedAt).iso8601),
        ]
      ])
  }
}

extension RecordWriter {
  /// A first answer again, where a batch has no room for it.
  func shortAnswer(
    to mutation: StoreMutation, after known: StoreAnswer
  ) throws -> StoreAnswer {
    guard known.body.count > Self.shortBytes else { return known }
    var answer = StoreAnswer.ok
    switch mutation {
    case .createItem, .patchItem, .restoreItem, .transitionItem:
      if let id = mutation.itemIds.first, let row = try rows.item(id: id) {
        answer = StoreAnswer(outcome: known.outcome, shortlyOf: row)
      }
    default: break
    }
    answer.isReplay = true
    return answer
  }

  /// Answers with at most this many bytes are never shortened.
  static var shortBytes: Int { 4096 }
}

extension CreateItemInput {
  /// Whether a new item has what the client sent, in the same words, and nothing else.
  fileprivate func isStored(as row: ItemRow) -> Bool {
    // Edges have ids of their own.
    Set(tags ?? []) == Set(row.tags) && (edges ?? [:]).isEmpty
      && !properties.values.contains(where: \.isNull)
      && timestamp.map { $0 == Timestamp(milliseconds: row.timestamp).iso8601 } ?? true
  }
}
