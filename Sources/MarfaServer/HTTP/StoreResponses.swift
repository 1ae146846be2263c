import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import MarfaModel
import NIOCore

extension ServerEnvironment {
  /// Asks the store and sends its answer on.
  ///
  /// - Parameters:
  ///   - query: What is asked.
  ///   - context: Who asks.
  /// - Returns: The answer.
  /// - Throws: What the store throws, or `UnauthorizedError`.
  func read(_ query: StoreQuery, _ context: ServerRequestContext) async throws -> Response {
    let caller = try context.caller()
    // What reads a few rows is over before anybody could go.
    if let answer = try await store.glance(query, for: caller.permissions) {
      return try response(answer, to: caller.key.id)
    }
    let answer = try await readInTurn(query, of: caller, on: context.channel)
    return try response(answer, to: caller.key.id)
  }

  /// Asks what may take long in a turn of its key, for as long as its client is there.
  @inline(never)
  private func readInTurn(
    _ query: StoreQuery, of caller: Credential, on channel: any Channel
  ) async throws -> StoreAnswer {
    let (store, queryTurns, access) = (store, queryTurns, caller.permissions)
    return try await HangUp.cancelling(on: channel) {
      try await queryTurns.take(caller.key.id) { try await store.scan(query, for: access) }
    }
  }

  /// Makes a change and sends the store's answer on.
  ///
  /// - Parameters:
  ///   - mutation: The change.
  ///   - request: The request, for its idempotency key.
  ///   - body: The request's body, which is part of what the key means.
  ///   - context: Who asks.
  /// - Returns: The answer, or the first answer to the same key.
  /// - Throws: What the store throws, `ValidationError` for a bad key, or `UnauthorizedError`.
  func write(
    _ mutation: StoreMutation, _ request: Request, body: JSONValue? = nil,
    _ context: ServerRequestContext
  ) async throws -> Response {
    let key = try context.caller().key.id
    try unread.check(key)
    let answer = try await answer(to: mutation, request, body: body, context)
    return try response(answer, to: key, isDone: true)
  }

  /// Makes a change and gives the store's answer; as `write`.
  func answer(
    to mutation: StoreMutation, _ request: Request, body: JSONValue?,
    _ context: ServerRequestContext
  ) async throws -> StoreAnswer {
    let key = try Idempotency.key(
      request.headers[.idempotencyKey], method: request.method.rawValue,
      path: request.head.path ?? "", body: body)
    let (store, write) = (store, try writeContext(request, context, idempotency: key))
    guard case .bulkAction(let action) = mutation else {
      return try await store.write(mutation, write)
    }
    if action.needsRoom { try room.check() }
    return try await taking(action, of: write.credentialId, on: context.channel) {
      try await store.write(mutation, write)
    }
  }

  /// Does the work of a bulk action in a turn of its key.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - key: The id of the key.
  ///   - channel: The connection. A dry run ends with it; what writes goes on.
  ///   - work: The work.
  /// - Returns: What the work gave.
  /// - Throws: What the work threw, or `CancellationError` when nobody waits for it any more.
  func taking<Value: Sendable>(
    _ action: BulkAction, of key: String, on channel: any Channel,
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let actionTurns = actionTurns
    guard action.isDryRun else { return try await actionTurns.take(key, work) }
    return try await HangUp.cancelling(on: channel) { try await actionTurns.take(key, work) }
  }

  /// Who makes a change, and how the answer is wanted.
  func writeContext(
    _ request: Request, _ context: ServerRequestContext, idempotency: IdempotencyKey? = nil
  ) throws -> WriteContext {
    var result = WriteContext(try context.caller(), idempotency: idempotency)
    result.limits = settings.recordLimits
    result.answersBriefly = Preference.isMinimal(request.headers[values: .prefer])
    return result
  }
}

extension BulkAction {
  /// Whether it writes more than it takes away.
  fileprivate var needsRoom: Bool {
    if case .purge = change { return false }
    return !isDryRun
  }
}

extension Response {
  /// An answer of the store, counted until it is on its way.
  init(_ answer: StoreAnswer, holding share: UnreadAnswers.Share? = nil) {
    let bytes = answer.body
    self = .json(share == nil ? bytes : [], status: HTTPResponse.Status(code: answer.status))
    if let share { body = ResponseBody(bytes, holding: share) }
    if answer.isLines { headers[.contentType] = "application/x-ndjson" }
    if answer.isReplay { headers[.idempotentReplayed] = "true" }
    if answer.isBrief { headers[.preferenceApplied] = Preference.minimal }
  }
}

/// `Prefer` (RFC 7240, section 4.2).
enum Preference {
  /// The preference that is known.
  static let minimal = "return=minimal"

  /// Whether the client wants no more than it cannot know.
  static func isMinimal(_ headers: [String]) -> Bool {
    headers.contains { header in
      header.split(separator: ",").contains {
        $0.filter { $0 != " " && $0 != "\"" }.lowercased() == minimal
      }
    }
  }
}

extension HTTPField.Name {
  /// `Prefer` (RFC 7240).
  static let prefer = known("Prefer")
  /// `Preference-Applied` (RFC 7240, section 3).
  static let preferenceApplied = known("Preference-Applied")
}

extension WriteContext {
  /// The context of a credential's change.
  init(_ credential: Credential, idempotency: IdempotencyKey? = nil) {
    self.init(
      access: credential.permissions, credentialId: credential.key.id,
      source: credential.key.source, defaultTier: credential.key.defaultTier,
      idempotency: idempotency)
    rights = credential.rights
  }
}

/// What makes a repeated request recognisable.
enum Idempotency {
  /// The key of a request; nil when it has none.
  ///
  /// The fingerprint does not depend on the order of members, so that a change may be sent alone
  /// first and in a batch later.
  ///
  /// - Parameters:
  ///   - key: The header, or the mutation's id.
  ///   - method: The method.
  ///   - path: The path with its query.
  ///   - body: The body.
  /// - Returns: The key with its fingerprint.
  /// - Throws: `ValidationError` when the key is empty, too long or not visible ASCII.
  static func key(
    _ key: String?, method: String, path: String, body: JSONValue?
  ) throws -> IdempotencyKey? {
    guard let key else { return nil }
    guard (1...IdempotencyKey.maximumLength).contains(key.utf8.count),
      key.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else {
      throw ValidationError(
        message: "An idempotency key is 1 to 255 visible ASCII characters.",
        details: ["field": "Idempotency-Key"])
    }
    var hasher = SHA256()
    hasher.update(data: Data("\(method)\n\(path)\n".utf8))
    if let body {
      JSONWriter.bytes(of: body, order: .sorted).withUnsafeBytes {
        hasher.update(bufferPointer: $0)
      }
    }
    return IdempotencyKey(key: key, fingerprint: Hexadecimal.string(of: hasher.finalize()))
  }
}
