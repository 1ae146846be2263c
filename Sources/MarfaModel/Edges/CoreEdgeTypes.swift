extension EdgeType {
  /// Is about.
  public static let about = EdgeType(
    id: "about", label: "About", description: "The source is about the target.")
  /// Is parent of; also membership of a group or folder.
  public static let parentOf = EdgeType(
    id: "parent-of", label: "Parent of", description: "The source contains the target.",
    cardinality: .oneToMany, cascadeOnDelete: .cascade)
  /// Is a member of a thread, at a position.
  public static let inThread = EdgeType(
    id: "in-thread", label: "In thread", description: "The source belongs to the thread.",
    cardinality: .manyToOne,
    propertySchema: [
      "position": FieldDefinition(.number, description: "The place in the thread.")
    ])
  /// Is an attachment of.
  public static let attachedTo = EdgeType(
    id: "attached-to", label: "Attached to",
    description: "The source is an attachment of the target.")
  /// Explicitly mentions, as a wiki link does.
  public static let references = EdgeType(
    id: "references", label: "References", description: "The source mentions the target.")
  /// Was authored by.
  public static let authoredBy = EdgeType(
    id: "authored-by", label: "Authored by", description: "The target wrote the source.")
  /// Was produced from; both stay valid.
  public static let derivedFrom = EdgeType(
    id: "derived-from", label: "Derived from",
    description: "The source was produced from the target.")
  /// Replaces, in linear chains only.
  public static let supersedes = EdgeType(
    id: "supersedes", label: "Supersedes", description: "The source replaces the target.",
    cardinality: .oneToOne)

  /// The eight types of the platform, in the documentation's order.
  public static let core: [EdgeType] = [
    about, parentOf, inThread, attachedTo, references, authoredBy, derivedFrom, supersedes,
  ]

  /// Whether the type belongs to the platform and cannot be deleted.
  public var isCore: Bool {
    EdgeType.core.contains { $0.id == id }
  }

  /// Whether edges of the type may not close a circle.
  public var isAcyclic: Bool {
    id == EdgeType.parentOf.id || id == EdgeType.supersedes.id
  }
}
