/// The documents that the store in memory keeps.
struct DocumentTables {
  var clients: [String: DocumentClientRow] = [:]
  var documents: [Int64: DocumentRow] = [:]
  /// Changes by document, in order.
  var changes: [Int64: [DocumentChangeRow]] = [:]
  var snapshots: [Int64: DocumentSnapshotRow] = [:]
  /// What copies have, by document and client.
  var replicas: [Int64: [String: DocumentReplicaRow]] = [:]
  /// Texts by document and version.
  var texts: [Int64: [Int: DocumentTextRow]] = [:]
}
