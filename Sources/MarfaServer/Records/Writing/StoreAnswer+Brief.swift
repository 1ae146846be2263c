import MarfaModel

extension StoreAnswer {
  /// `{item: {id, version, updated_at}}` where the client knows the rest, because what is stored is
  /// what it sent; the whole answer everywhere else, or where it is not wanted briefly.
  func brief(of mutation: StoreMutation, _ context: WriteContext) -> StoreAnswer {
    guard context.answersBriefly, case .item(let item) = content else { return self }
    switch mutation {
    case .createItem where status == 201: break
    // One version on from that of the client: nobody else's change is in it.
    case .patchItem(_, let body) where body.version.map { $0 + 1 == item.row.version } ?? false:
      break
    default: return self
    }
    return StoreAnswer(
      status: status,
      [
        "item": [
          "id": .string(item.row.id), "version": .integer(Int64(item.row.version)),
          "updated_at": .string(Timestamp(milliseconds: item.row.updatedAt).iso8601),
        ]
      ])
  }
}
