/// A file that is read for its hash, for those who show uploads.
struct FileReading: Sendable {
  let activity: UploadActivity
  /// What it is called until the hash is known.
  let id: String
  let name: String

  /// Reports how many bytes of how many were read.
  func report(_ bytes: Int64, of total: Int64) { tell(.hashing, bytes, total) }

  /// Reports that it is over: an attached file is known by its hash from now on.
  func end() { tell(.cancelled, 0, 0) }

  private func tell(_ phase: BlobUploadProgress.Phase, _ bytes: Int64, _ total: Int64) {
    var report = UploadReport(
      hash: id, phase: phase, sent: bytes, acknowledged: bytes, total: total)
    report.name = name
    activity.tell(report)
  }
}
