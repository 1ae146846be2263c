extension ArchiveRoutes {
  static let exporting = APIOperation(
    method: "GET", path: "/export", tag: "administration",
    summary: "Everything as one archive; its manifest.json names damaged blobs.",
    parameters: [.word("format", "archive")],
    rawAnswer: "application/gzip")
  static let restoration = APIOperation(
    method: "POST", path: "/admin/restore-archive", tag: "administration",
    summary:
      "Restores an archive, once all of it was looked through, and reports which blobs it lacks. "
      + "What exists stays; a restore that was broken off can be repeated.",
    rawBody: "application/gzip",
    answer: "Restored")

  static let operations = [exporting, restoration]
}
