import MarfaModel

/// First answers by idempotency key, written in the transaction of their effect.
struct IdempotencyRecords {
  let rows: any RecordTransaction
  let credentialID: String

  /// The first answer to a request; nil when it is new.
  ///
  /// - Throws: `ValidationError` with `invalid_request` when the key is none, or was used for
  ///   another request.
  func answer(to key: IdempotencyKey) throws -> StoreAnswer? {
    guard (1...IdempotencyKey.maximumLength).contains(key.key.utf8.count) else {
      throw ValidationError(
        code: ErrorCode.invalidRequest,
        message: "An idempotency key has 1 to \(IdempotencyKey.maximumLength) bytes.")
    }
    guard let known = try rows.idempotency(key.key, of: credentialID) else { return nil }
    guard known.key.fingerprint == key.fingerprint else {
      throw ValidationError(
        code: ErrorCode.invalidRequest,
        message: "The idempotency key was used for another request.",
        details: ["key": .string(key.key)])
    }
    return StoreAnswer(status: known.status, .text(known.body), isReplay: true)
  }

  /// Keeps an answer.
  ///
  /// - Returns: The answer, written out once.
  func keep(_ answer: StoreAnswer, for key: IdempotencyKey) throws -> StoreAnswer {
    let answer = answer.encoded
    try rows.insert(
      IdempotencyRow(
        credentialID: credentialID, key: key, status: answer.status, body: answer.body))
    return answer
  }
}
