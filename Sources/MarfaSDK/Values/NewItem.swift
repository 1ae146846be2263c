/// An item to be created with the times that it had elsewhere.
public struct NewItem: Hashable, Sendable {
  /// What is created.
  public var input: CreateItemInput
  /// When it was made elsewhere; now when nil.
  public var createdAt: Timestamp?
  /// When it last changed elsewhere; now when nil.
  public var updatedAt: Timestamp?
  /// The id of the notebook that a new item is put in; an item that exists stays where it is.
  public var notebook: String?
  /// Sidecars of a new item by namespace; those of an item that exists stay as they are.
  public var extensions: [String: JSONValue]

  /// Where an import takes it from: the item of the same origin that is not in the trash is changed
  /// instead.
  public var origin: ItemOrigin?
  /// The revision of the known item that the description was made on; nil checks nothing.
  ///
  /// When the item has another one, `ConflictError` is thrown and nothing is written.
  package var knownRevision: Int?
  /// The known revision where the item is expected not to be here.
  package static let absent = 0
  /// The tags of the known item that the tags were made of: only what differs is added and removed.
  ///
  /// Nil gives the item the tags as they are described, whatever it has by then.
  package var knownTags: [String]?
  /// Files whose bytes are here: a new item gets them all, one that exists those that it lacks.
  package var files: [NewFile] = []

  /// Without times of its own an item is created and changed now.
  public init(
    _ input: CreateItemInput, createdAt: Timestamp? = nil, updatedAt: Timestamp? = nil,
    notebook: String? = nil, extensions: [String: JSONValue] = [:], origin: ItemOrigin? = nil
  ) {
    self.input = input
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.notebook = notebook
    self.extensions = extensions
    self.origin = origin
  }
}

/// What became of one entry of a batch.
public struct CreateOutcome: Hashable, Sendable {
  /// What was done.
  public enum Action: Hashable, Sendable {
    /// A new item was made.
    case created
    /// The item of the same source and source id was changed.
    case updated
    /// The item of the same source and source id was the same already.
    case unchanged
  }

  /// The item's id.
  public var id: String
  /// What was done.
  public var action: Action

  /// What became of an item, by its id.
  public init(id: String, action: Action) {
    self.id = id
    self.action = action
  }
}
