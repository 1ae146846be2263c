/// The words of the API's error catalogue, as they are in `code`.
public enum ErrorCode {
  // MARK: - 400
  /// The request is malformed in some other way.
  public static let validationError = "validation_error"
  /// A field that must be there is not.
  public static let missingRequiredField = "missing_required_field"
  /// No such item type, or not a type's name.
  public static let invalidType = "invalid_type"
  /// Not an id.
  public static let invalidId = "invalid_id"
  /// The lifecycle has no such step.
  public static let invalidTransition = "invalid_transition"
  /// The request as a whole makes no sense.
  public static let invalidRequest = "invalid_request"
  /// An authorisation grant that is wrong or spent.
  public static let invalidGrant = "invalid_grant"
  /// An unknown OAuth client.
  public static let invalidClient = "invalid_client"
  /// A scope that does not exist.
  public static let invalidScope = "invalid_scope"
  /// A refresh token was used twice.
  public static let tokenReuseDetected = "token_reuse_detected"
  /// A type redefines a field of an ancestor, or its parent is wrong.
  public static let inheritanceViolation = "inheritance_violation"
  /// The edge breaks a cardinality, a type constraint, or exists already.
  public static let edgeConstraintViolation = "edge_constraint_violation"
  /// The edge would close a circle.
  public static let edgeCycle = "edge_cycle"
  /// Properties do not fit their type; `details` has the fields.
  public static let invalidProperties = "invalid_properties"
  /// A type's schema is itself wrong.
  public static let invalidSchema = "invalid_schema"
  /// The name belongs to the platform.
  public static let reservedNamespace = "reserved_namespace"
  /// A type's new version is not the old one plus 1.
  public static let versionBumpMismatch = "version_bump_mismatch"
  /// A type's property has the name of a field of every item.
  public static let propertyShadowsField = "property_shadows_field"
  /// One entry of an atomic bulk failed, so none was written.
  public static let bulkAtomicRollback = "bulk_atomic_rollback"
  /// A bulk purge without its confirmation.
  public static let bulkConfirmationRequired = "bulk_confirmation_required"
  /// More items match than the bulk may touch.
  public static let bulkCapExceeded = "bulk_cap_exceeded"
  /// The handle is kept for the platform.
  public static let handleReserved = "handle_reserved"

  // MARK: - 401, 403
  /// No credential, or an unknown one.
  public static let unauthorized = "unauthorized"
  /// The credential is out of date.
  public static let expiredToken = "expired_token"
  /// The credential does not allow it.
  public static let forbidden = "forbidden"
  /// The credential does not allow this item type.
  public static let typeNotPermitted = "type_not_permitted"
  /// The credential does not allow this edge type.
  public static let edgePermissionDenied = "edge_permission_denied"
  /// Types of the platform cannot change.
  public static let coreTypeImmutable = "core_type_immutable"
  /// The space is suspended.
  public static let tenantSuspended = "tenant_suspended"

  // MARK: - 404
  /// No such route or thing.
  public static let notFound = "not_found"
  /// No such item, or not one that may be seen.
  public static let itemNotFound = "item_not_found"
  /// No such blob.
  public static let blobNotFound = "blob_not_found"
  /// No such item type.
  public static let typeNotFound = "type_not_found"
  /// No such edge.
  public static let edgeNotFound = "edge_not_found"
  /// No such edge type.
  public static let edgeTypeNotFound = "edge_type_not_found"
  /// No such webhook.
  public static let webhookNotFound = "webhook_not_found"
  /// No such connection.
  public static let connectionNotFound = "connection_not_found"

  // MARK: - 409, 413, 424, 429, 5xx
  /// The item has changed since the version that was sent.
  public static let versionConflict = "version_conflict"
  /// Another item has that source id.
  public static let sourceIdConflict = "source_id_conflict"
  /// It collides with something that exists.
  public static let conflict = "conflict"
  /// The type is registered already.
  public static let typeAlreadyExists = "type_already_exists"
  /// Items of the type exist.
  public static let typeInUse = "type_in_use"
  /// The blob is over the limit.
  public static let blobTooLarge = "blob_too_large"
  /// An earlier entry of the same batch failed.
  public static let dependencyFailed = "dependency_failed"
  /// Too many requests.
  public static let rateLimited = "rate_limited"
  /// The server failed.
  public static let internalError = "internal_error"

  // MARK: - Without a server
  /// The server could not be reached.
  public static let networkError = "network_error"
  /// The answer could not be read.
  public static let responseDecodingError = "response_decoding_error"
  /// The call needs a server.
  public static let localModeUnsupported = "local_mode_unsupported"

  /// The HTTP status that goes with a code; 400 for the many that have no other.
  public static func status(of code: String) -> Int {
    switch code {
    case unauthorized, expiredToken: 401
    case forbidden, typeNotPermitted, edgePermissionDenied, coreTypeImmutable, tenantSuspended:
      403
    case notFound, itemNotFound, blobNotFound, typeNotFound, edgeNotFound, edgeTypeNotFound,
      webhookNotFound, connectionNotFound:
      404
    case versionConflict, sourceIdConflict, conflict, typeAlreadyExists, typeInUse: 409
    case blobTooLarge: 413
    case dependencyFailed: 424
    case rateLimited: 429
    case internalError: 500
    default: 400
    }
  }
}
