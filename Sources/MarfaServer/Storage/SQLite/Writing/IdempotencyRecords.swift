import Foundation
import GRDB
import MarfaModel

/// First answers by idempotency key, written in the transaction of their effect.
struct IdempotencyRecords {
  let transaction: StoreTransaction
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
    let row = try transaction.db.row(
      "SELECT fingerprint, status, body FROM idempotency WHERE credential = ? AND name = ?",
      [credentialID, key.key])
    guard let row else { return nil }
    guard row[0] == key.fingerprint else {
      throw ValidationError(
        code: ErrorCode.invalidRequest,
        message: "The idempotency key was used for another request.",
        details: ["key": .string(key.key)])
    }
    return StoreAnswer(status: row[1], body: Array(row[2] as Data), isReplay: true)
  }

  /// Keeps an answer.
  func keep(_ answer: StoreAnswer, for key: IdempotencyKey) throws {
    try transaction.db.run(
      """
      INSERT INTO idempotency(credential, name, fingerprint, status, body, created_at)
      VALUES (?, ?, ?, ?, ?, ?)
      """,
      [
        credentialID, key.key, key.fingerprint, answer.status, Data(answer.body),
        transaction.now,
      ])
  }
}
