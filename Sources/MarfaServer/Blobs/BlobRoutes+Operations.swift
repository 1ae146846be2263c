extension BlobRoutes {
  static let storing = APIOperation(
    method: "POST", path: "/blobs", tag: "blobs", summary: "Stores bytes under their hash.",
    isBodyOptional: true, rawBody: "application/octet-stream", answer: "Blob", status: 201)
  static let bytes = APIOperation(
    method: "GET", path: "/blobs/{hash}", tag: "blobs", summary: "The bytes of a blob.",
    parameters: [.header("Range")], rawAnswer: "*/*",
    otherStatuses: [206],
    bareStatuses: [304, 416])
  static let presence = APIOperation(
    method: "HEAD", path: "/blobs/{hash}", tag: "blobs", summary: "Whether a blob exists.",
    parameters: [.flag("verify")], bareStatuses: [304])
  static let known = APIOperation(
    method: "POST", path: "/blobs/known", tag: "sync",
    summary: "The hashes whose blobs the server has whole.", body: "BlobHashes",
    answer: "KnownBlobs")
  static let url = APIOperation(
    method: "GET", path: "/blobs/{hash}/url", tag: "blobs",
    summary: "The address of a blob; this server has none.",
    parameters: [.number("ttl", 1...86_400)],
    answer: "Object")
  static let cleanup = APIOperation(
    method: "POST", path: "/blobs/cleanup", tag: "blobs",
    summary: "Removes blobs that nothing refers to.", parameters: [.flag("dry_run")],
    answer: "BlobUpkeep")
  static let reconciliation = APIOperation(
    method: "POST", path: "/blobs/reconcile", tag: "blobs",
    summary: "Compares rows and files of blobs.", parameters: [.flag("dry_run")],
    answer: "BlobUpkeep")

  static let operations = [storing, bytes, presence, known, url, cleanup, reconciliation]
}
