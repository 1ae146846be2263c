import MarfaModel

/// First answers that are given again after the rights of their key changed.
extension RecordWriter {
  /// The first answers of this credential.
  var records: IdempotencyRecords {
    IdempotencyRecords(
      rows: rows, credentialId: context.credentialId, rights: context.rights)
  }

  /// What a change that was made before is answered now, with what may be seen now.
  ///
  /// - Parameters:
  ///   - mutation: The change.
  ///   - known: Its first answer.
  /// - Returns: The answer; nil where the first one holds nothing but what the caller sent.
  /// - Throws: `NotFoundError` when what it was about is gone, or may not be seen any more.
  func presentAnswer(
    to mutation: StoreMutation, after known: StoreAnswer
  ) throws -> StoreAnswer? {
    guard !known.isRefusal else { return nil }
    var answer: StoreAnswer
    switch mutation {
    case .createItem:
      answer = try self.answer(readable(Self.id(of: "item", in: known)), known.outcome)
    case .patchItem(let id, _), .restoreItem(let id), .transitionItem(let id, _, _):
      answer = try self.answer(readable(id), known.outcome)
    case .setTags(let id, _), .addTags(let id, _), .removeTag(let id, _):
      answer = try Hydration(rows: rows, scope: scope()).metadataAnswer(readable(id))
    case .setExtension(let id, _, _), .removeExtension(let id, _):
      answer = try Hydration(rows: rows, scope: scope()).extensionsAnswer(readable(id).key)
    case .createEdge, .patchEdge:
      let edge = try writableEdge(Self.id(of: "edge", in: known))
      answer = StoreAnswer(outcome: known.outcome, .edge(edge))
    default: return nil
    }
    answer.isReplay = true
    return answer
  }

  /// The id of what an answer shows.
  private static func id(of name: String, in answer: StoreAnswer) throws -> String {
    let shown = try JSONParser.parse(answer.body).objectValue?[name]?.objectValue
    guard let id = shown?["id"]?.stringValue else {
      throw StoreFailure(.broken, "a first answer shows no \(name)")
    }
    return id
  }
}
