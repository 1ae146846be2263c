import MarfaModel

/// Who makes a change.
///
/// Its moment comes from the store's clock, once a transaction, and never goes backwards.
public struct WriteContext: Sendable {
  /// What the credential may do.
  public var access: any StoreAccess
  /// A digest of what the credential may do; empty for one that never changes.
  public var rights = ""
  /// The credential's id; idempotency keys of different credentials are different.
  public var credentialId: String
  /// The credential's display name, which becomes `source` of new items.
  public var source: String
  /// The tier of new items that name none.
  public var defaultTier: ItemTier?
  /// The device of a change that names none.
  public var device: String?
  /// The key of this request, if it has one.
  public var idempotency: IdempotencyKey?
  /// Whether an answer may leave out what the client sent itself (`Prefer: return=minimal`).
  public var answersBriefly = false
  /// What the change may cost.
  public var limits = RecordLimits()

  /// Takes each part as it is.
  public init(
    access: any StoreAccess, credentialId: String, source: String,
    defaultTier: ItemTier? = nil, device: String? = nil, idempotency: IdempotencyKey? = nil
  ) {
    self.access = access
    self.credentialId = credentialId
    self.source = source
    self.defaultTier = defaultTier
    self.device = device
    self.idempotency = idempotency
  }

  /// Whether a refusal is kept as the first answer to this request.
  ///
  /// A conflict is: its client sends something else then, so that the same request, made later,
  /// would have an effect that nobody expects any more.
  func keeps(_ error: any MarfaError) -> Bool {
    idempotency != nil && Outcome(error) == .conflict
  }
}
