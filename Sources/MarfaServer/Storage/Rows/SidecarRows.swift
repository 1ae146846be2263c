import MarfaModel

/// One extension of an item.
public struct ExtensionRow: Hashable, Sendable {
  /// The item's key.
  var item: Int64
  var namespace: String
  /// JSON.
  var data: String
}

/// The properties of an item as they were at a version, or how they differ from those after it.
public struct VersionRow: Hashable, Sendable {
  /// The row's key; 0 before it is written.
  var key: Int64 = 0
  var id: String
  var version: Int
  /// JSON: the properties, or a `PropertiesDifference`.
  var properties: String
  /// Whether the row holds the difference from the item's row of the next higher key, or from the
  /// item as it is now where there is none.
  var isDifference = false
  /// Milliseconds since 1970.
  var createdAt: Int64
  var device: String?
  /// Bytes of the row's JSON, also where it is not read; nil in rows of older builds.
  var size: Int?
}

/// A kept version that holds its properties as they were.
public struct WholeVersion: Hashable, Sendable {
  /// The row's key.
  var key: Int64
  /// The key of its item.
  var item: Int64
}

/// How many items of a type are in a state.
public struct TypeCount: Hashable, Sendable {
  var type: String
  var state: ItemState
  var count: Int64
}

/// How many items that are not trashed have a tag.
public struct TagCount: Hashable, Sendable {
  var tag: String
  var count: Int64

  /// About how many bytes it has as JSON.
  var size: Int { tag.utf8.count + 32 }
}

/// The first answer to a request with an idempotency key.
public struct IdempotencyRow: Hashable, Sendable {
  /// What became of the request; the numbers are those of the table's `status`.
  public enum Outcome: Int, Sendable {
    /// It was done.
    case done = 200
    /// It made something new.
    case created = 201
    /// It collided with what others made or changed.
    case conflict = 409
  }

  /// Whose key it is.
  var credentialId: String
  /// The key and what it means.
  var key: IdempotencyKey
  /// What became of the request.
  var outcome: Outcome
  /// The JSON of the answer, in UTF-8; without what `text` says.
  var body: [UInt8]
  /// What the body leaves to history; nil when it is whole.
  var text: HeldText?
  /// A digest of what the credential might do then; empty in rows of older builds.
  var rights = ""

  /// Replaces the rights of an answer that was too long to keep: it is made from the present item.
  static let toldAnew = "-"
}

/// What one slice of a request of many entries did, while the request is not answered.
public struct ProgressRow: Hashable, Sendable {
  /// Whose request it is.
  var credentialId: String
  /// The request.
  var key: IdempotencyKey
  /// The slice's place among those of the request, from 0.
  var part: Int
  /// JSON.
  var body: String
}

/// What makes a repeated request recognisable.
public struct IdempotencyKey: Hashable, Sendable {
  /// The longest key, in UTF-8 bytes.
  public static let maximumLength = 255

  /// The client's key: the mutation's id.
  public var key: String
  /// A digest of method, path and body; another one with the same key is `invalid_request`.
  public var fingerprint: String

  /// Takes each part as it is.
  public init(key: String, fingerprint: String) {
    self.key = key
    self.fingerprint = fingerprint
  }
}

/// A value of the space, by its name in the storage.
public enum SpaceValue: String, Sendable, CaseIterable {
  /// `SpaceSettings`, as JSON; part of the catalogue.
  case settings
  /// `Profile`, as JSON.
  case profile
  /// What seals the cursors of lists.
  case cursorSecret = "cursor_secret"
  /// Who this space is: a UUID that is drawn when the storage is made.
  case serverId = "server_id"
  /// Another UUID whenever the log of events does not go on from what clients may have seen.
  case logEpoch = "log_epoch"
  /// The first and the last key of the versions among which copies of an older build may be; empty
  /// when all were looked at.
  case olderVersions = "older_versions"
  /// Types whose searched fields changed, as JSON: each with the key of the last item that is in
  /// the index as the type is now. Empty when all are.
  case changedTypes = "changed_types"
  /// The number of the last change of the index of words that the storage knows of.
  case wordsSerial = "words_serial"
  /// Something when changes were written that devices have not heard of.
  case owedResync = "owed_resync"
}
