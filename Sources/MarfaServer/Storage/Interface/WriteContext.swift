import MarfaModel

/// Who makes a change.
///
/// Its moment comes from the store's clock, once a transaction, and never goes backwards.
public struct WriteContext: Sendable {
  /// What the credential may do.
  public var access: any StoreAccess
  /// The credential's id; idempotency keys of different credentials are different.
  public var credentialID: String
  /// The credential's display name, which becomes `source` of new items.
  public var source: String
  /// The tier of new items that name none.
  public var defaultTier: ItemTier?
  /// The device of a change that names none.
  public var device: String?
  /// The key of this request, if it has one.
  public var idempotency: IdempotencyKey?

  /// Creates a context.
  public init(
    access: any StoreAccess, credentialID: String, source: String,
    defaultTier: ItemTier? = nil, device: String? = nil, idempotency: IdempotencyKey? = nil
  ) {
    self.access = access
    self.credentialID = credentialID
    self.source = source
    self.defaultTier = defaultTier
    self.device = device
    self.idempotency = idempotency
  }
}

/// What makes a repeated request recognisable.
public struct IdempotencyKey: Hashable, Sendable {
  /// The longest key, in UTF-8 bytes.
  public static let maximumLength = 255

  /// The client's key: the mutation's id.
  public var key: String
  /// A digest of method, path and body; another one with the same key is `invalid_request`.
  public var fingerprint: String

  /// Creates a key.
  public init(key: String, fingerprint: String) {
    self.key = key
    self.fingerprint = fingerprint
  }
}
