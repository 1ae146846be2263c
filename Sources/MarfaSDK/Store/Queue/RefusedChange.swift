import Foundation

/// A change that the server refused permanently, kept with its values until a person decides.
///
/// What was changed stays visible here. The person sends it again, edits the note, which sends what
/// is there then, or discards it, which shows what the server has.
public struct RefusedChange: Hashable, Sendable, Identifiable {
  /// The id of the mutation that was refused.
  public var id: String
  /// What was asked.
  public var kind: MutationKind
  /// The item, or the item at which the edge starts; nil when it is about neither.
  public var itemId: String?
  /// The item to which the edge points; nil when it is about no edge.
  public var targetId: String?
  /// An edge's id, an extension's namespace or a blob's hash.
  public var subject: String?
  /// The names of the properties, the tags or the state that were to change, sorted.
  public var fields: [String]
  /// What was sent, or would have been; null for a request without a body.
  public var body: JSONValue
  /// A word of the error catalogue; `too_large` for a note over the server's limit and
  /// `dependency_failed` for a change that needs another refused one.
  public var code: String
  /// The server's words; for a note that is too large both sizes, in bytes.
  public var message: String
  /// The HTTP status; nil when no server was asked.
  public var status: Int?
  /// How often it was sent.
  public var attempt: Int
  /// When it was refused, to the millisecond.
  public var refusedAt: Date
  /// The note that a person would name: of a place in a notebook the note and not the notebook.
  public var noteId: String?
  /// The title of that note; nil when it is not here.
  public var title: String?

  /// Whether it puts a note into a notebook.
  public var isMove: Bool {
    kind == .createEdge && body.objectValue?["edge_type"]?.stringValue == EdgeType.parentOf.id
  }
}
