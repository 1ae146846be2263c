/// What a queued change asks of the server: one kind for each verb of the API.
///
/// The raw values are stored and never change.
public enum MutationKind: String, Codable, Hashable, Sendable, CaseIterable {
  /// `POST /items`.
  case createItem
  /// `PATCH /items/{id}`.
  case updateItem
  /// `POST /items/{id}/transition`, between active and archived.
  case transitionItem
  /// `DELETE /items/{id}`: into the trash.
  case deleteItem
  /// `POST /items/{id}/restore`: out of the trash.
  case restoreItem
  /// `DELETE /items/{id}/purge`: permanently.
  case purgeItem
  /// `PUT /items/{id}/metadata`.
  case setMetadata
  /// `PATCH /items/{id}/metadata`.
  case patchMetadata
  /// `POST /items/{id}/tags`.
  case addTags
  /// `DELETE /items/{id}/tags/{tag}`.
  case removeTag
  /// `PUT /items/{id}/extensions/{namespace}`.
  case setExtension
  /// `DELETE /items/{id}/extensions/{namespace}`.
  case removeExtension
  /// `POST /edges`.
  case createEdge
  /// `PATCH /edges/{id}`.
  case updateEdge
  /// `DELETE /edges/{id}`.
  case deleteEdge
  /// `POST /items/bulk`.
  case bulkItems
  /// `POST /edges/bulk`.
  case bulkEdges
  /// `POST /blobs`, or a resumable upload.
  case uploadBlob
  /// The unsent changes of a document, which have a road of their own.
  case pushDocument
}
