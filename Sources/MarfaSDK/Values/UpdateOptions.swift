/// What goes with a change of an item's properties.
///
/// ```swift
/// try await client.items.update(
///   id: note.id, properties: ["title": "Rye bread"],
///   options: UpdateOptions(version: note.version, snapshot: .never))
/// ```
public struct UpdateOptions: Sendable {
  /// When the state before the change is kept as a version.
  public enum Snapshot: Hashable, Sendable {
    /// Always.
    case always
    /// Unless one was kept within the given milliseconds; for autosaves.
    case coalesced(milliseconds: Int64)
    /// Always, and neither that state nor the one kept before it is thinned out until one of them
    /// is restored: for a change that overrules what somebody else wrote.
    case pinned
    /// Never.
    case never
  }

  /// The version that the change was made on; nil checks nothing.
  public var version: Int?
  /// The revision of the local store that the change was made on; nil checks nothing.
  package var revision: Int?
  /// When the state before the change is kept.
  public var snapshot: Snapshot
  /// The new tier; unchanged when nil.
  public var tier: ItemTier?
  /// The new time that matters, ISO 8601; unchanged when nil.
  public var timestamp: String?
  /// The new stable id at the source; unchanged when nil.
  public var sourceId: String?
  /// Target ids by edge type: each listed type is replaced as a whole.
  public var edges: [String: [String]]?
  /// The blobs that belong to the item; unchanged when nil.
  public var attachments: [Attachment]?

  /// Who settles a conflict; nil for what the client's configuration says.
  ///
  /// A store without a server throws `ConflictError` unless this says otherwise.
  public var conflict: ConflictStrategy?
  /// Settles a conflict under ``ConflictStrategy/callback``; without it the policy of the type
  /// does.
  public var resolve: ConflictResolver?

  /// Decides about a conflict.
  ///
  /// It gets the three sides and returns the properties that are sent in place of those that were
  /// refused. What it throws ends the update, with nothing written.
  public typealias ConflictResolver =
    @Sendable (ConflictContext) async throws -> [String: JSONValue]

  /// By default nothing is checked and a version is kept.
  public init(
    version: Int? = nil, conflict: ConflictStrategy? = nil, resolve: ConflictResolver? = nil,
    snapshot: Snapshot = .always, tier: ItemTier? = nil,
    timestamp: String? = nil, sourceId: String? = nil, edges: [String: [String]]? = nil,
    attachments: [Attachment]? = nil
  ) {
    self.version = version
    self.conflict = conflict
    self.resolve = resolve
    self.snapshot = snapshot
    self.tier = tier
    self.timestamp = timestamp
    self.sourceId = sourceId
    self.edges = edges
    self.attachments = attachments
  }

  /// How often an autosave keeps a version: at most every ten minutes.
  public static let autosaveSnapshot = Snapshot.coalesced(milliseconds: 600_000)
}
