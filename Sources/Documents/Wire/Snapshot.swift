/// A whole document as bytes: its elements, deleted ones too, its presences and what it has seen.
struct Snapshot: Sendable {
  var root: Root
  var presences: [ActorID: [String: String]]
  var versionVector: VersionVector

  init(root: Root, presences: [ActorID: [String: String]], versionVector: VersionVector) {
    self.root = root
    self.presences = presences
    self.versionVector = versionVector
  }
  init(decoding bytes: [UInt8]) throws(DocumentsError) {
    throw .damaged("not written yet")
  }
}
