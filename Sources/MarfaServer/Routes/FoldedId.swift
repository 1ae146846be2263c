import MarfaModel

/// Ids as the store has them: in lower case, however a client writes them (RFC 9562, section 4).
enum FoldedId {
  /// The text of an id in lower case; any other text as it is, to be refused later.
  static func text(_ id: String) -> String { UUIDv7(id)?.description ?? id }
}

extension CreateItemInput {
  /// The input with its ids in lower case.
  var folded: CreateItemInput {
    var input = self
    input.id = id.map(FoldedId.text)
    input.edges = edges?.mapValues { $0.map(FoldedId.text) }
    return input
  }
}

extension CreateEdgeInput {
  /// The input with its ids in lower case.
  var folded: CreateEdgeInput {
    var input = self
    input.id = id.map(FoldedId.text)
    input.sourceId = FoldedId.text(sourceId)
    input.targetId = FoldedId.text(targetId)
    return input
  }
}
