import MarfaModel

/// First answers by idempotency key, written in the transaction of their effect.
struct IdempotencyRecords {
  let rows: any RecordTransaction
  let credentialId: String
  /// A digest of what the credential may do.
  var rights = ""

  /// The first answer to a request; nil when it is new.
  ///
  /// An answer with an item whose properties history no longer has is the item as it is now; once
  /// the item is gone as well, nothing is left to answer with.
  ///
  /// - Parameters:
  ///   - key: The request's key.
  ///   - item: The answer with an item as it is now.
  /// - Returns: The answer.
  /// - Throws: `ValidationError` with `invalid_request` when the key is none, or was used for
  ///   another request; `NotFoundError` with `item_not_found` when the answer is lost with its
  ///   item.
  func answer(
    to key: IdempotencyKey, orWith item: (ItemRow, Outcome) throws -> StoreAnswer
  ) throws -> StoreAnswer? {
    guard (1...IdempotencyKey.maximumLength).contains(key.key.utf8.count) else {
      throw ValidationError(
        code: ErrorCode.invalidRequest,
        message: "An idempotency key has 1 to \(IdempotencyKey.maximumLength) bytes.")
    }
    guard let known = try rows.idempotency(key.key, of: credentialId) else { return nil }
    guard known.key.fingerprint == key.fingerprint else {
      // Another request after a conflict: the first one had no effect.
      if known.outcome == .conflict { return nil }
      throw Self.otherRequest(key)
    }
    let outcome = Outcome(known.outcome)
    guard let text = known.text else {
      return StoreAnswer(outcome: outcome, .text(known.body), isReplay: true)
    }
    if let properties = try HeldTexts([text], in: rows)[text] {
      return StoreAnswer(
        outcome: outcome, .text(text.inserted(properties, in: known.body)), isReplay: true)
    }
    guard let row = try rows.item(id: text.itemId) else {
      throw NotFoundError(
        code: ErrorCode.itemNotFound,
        message: "The request was done before, and its item was purged since.",
        details: ["id": .string(text.itemId)])
    }
    var answer = try item(row, outcome)
    answer.isReplay = true
    return answer
  }

  // MARK: - Unfinished requests

  /// What the slices of a request have done: as it is known, unless somebody else went on with it.
  ///
  /// - Throws: `ValidationError` with `invalid_request` when the key belongs to another request.
  func parts<Part: Codable>(of key: IdempotencyKey, knowing known: [Part]) throws -> [Part] {
    let count = try rows.progressCount(key.key, of: credentialId)
    // What is known came from there: the first slice leaves more parts than a plan has.
    guard count > 0, count != known.count else { return known }
    return try rows.progressParts(of: key, credentialId)
  }

  /// Keeps the parts that are not kept yet.
  func keep<Part: Codable>(_ parts: [Part], of key: IdempotencyKey) throws {
    let count = try rows.progressCount(key.key, of: credentialId)
    for (number, part) in parts.enumerated().dropFirst(count) {
      try rows.insert(
        ProgressRow(
          credentialId: credentialId, key: key, part: number,
          body: StoredJSON.text(encoding: part)))
    }
  }

  /// Keeps the answer of a request that is finished, in place of its parts.
  func finish(_ answer: StoreAnswer, for key: IdempotencyKey) throws -> StoreAnswer {
    try rows.deleteProgress(key.key, of: credentialId)
    return try keep(answer, for: key)
  }

  fileprivate static func otherRequest(_ key: IdempotencyKey) -> ValidationError {
    ValidationError(
      code: ErrorCode.invalidRequest,
      message: "The idempotency key was used for another request.",
      details: ["key": .string(key.key)])
  }

  // MARK: - Answers

  /// Keeps an answer.
  ///
  /// - Returns: The answer, written out once.
  func keep(_ answer: StoreAnswer, for key: IdempotencyKey) throws -> StoreAnswer {
    let encoded = answer.encoded
    let body = encoded.body
    let text: HeldText? =
      if case .item(let item) = answer.content {
        item.row.heldText(at: AnswerWriter.place(of: item))
      } else {
        nil
      }
    var row = IdempotencyRow(
      credentialId: credentialId, key: key, outcome: answer.outcome.kept,
      body: text?.removed(from: body) ?? body, text: text, rights: rights)
    if row.body.count > Self.longest, let short = answer.content.short {
      (row.body, row.text, row.rights) = (short, nil, IdempotencyRow.toldAnew)
    }
    try rows.insert(row)
    return encoded
  }

  /// Bytes of the longest answer about an item that is kept, without the item's properties.
  private static let longest = 64 << 10
}

extension RecordRows {
  /// What the slices of a request have done until now.
  ///
  /// - Throws: `ValidationError` with `invalid_request` when the key belongs to another request.
  func progressParts<Part: Decodable>(
    of key: IdempotencyKey, _ credentialId: String
  ) throws -> [Part] {
    try progress(key.key, of: credentialId).map { row in
      guard row.key.fingerprint == key.fingerprint else {
        throw IdempotencyRecords.otherRequest(key)
      }
      return try StoredJSON.value(row.body)
    }
  }
}

extension StoreAnswer.Content {
  /// What is kept of an answer that can be made from its item; nil for any other.
  fileprivate var short: [UInt8]? {
    switch self {
    case .item(let item): Array(#"{"item":{"id":"\#(item.row.id)"}}"#.utf8)
    case .metadata, .extensions: Array("{}".utf8)
    default: nil
    }
  }
}
