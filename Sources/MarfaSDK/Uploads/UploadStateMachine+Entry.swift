extension UploadStateMachine {
  /// Where a blob is on its way.
  enum Phase: Hashable {
    case idle
    case running(Step)
    case waiting
    /// Its end is being noted.
    case settling
  }

  /// What the machine knows of one blob.
  struct Entry {
    var upload: BlobUpload
    var phase = Phase.idle
    /// Whether it is known that the server has it not.
    var isAsked = false
    var acknowledged: Int64
    var sent: Int64 = 0
    var url: String?
    var piece = UploadStateMachine.pieces.upperBound
    /// Failures since the server took bytes last.
    var failures = 0
    /// How often bytes were damaged or their place was lost.
    var losses = 0
    /// The number of the newest step: answers to former ones are old.
    var step = 0
    var hasStarted = false

    var isRunning: Bool {
      if case .running = phase { true } else { false }
    }

    init(_ upload: BlobUpload) {
      (self.upload, acknowledged, url) = (upload, upload.offset, upload.url)
    }

    func report(_ phase: BlobUploadProgress.Phase) -> UploadReport {
      UploadReport(
        hash: upload.hash, phase: phase, sent: max(sent, acknowledged),
        acknowledged: acknowledged, total: upload.size)
    }

    /// How it stands while it is not on its way.
    var standing: UploadReport {
      let phase: BlobUploadProgress.Phase =
        switch upload.state {
        case .queued: .queued
        case .paused: .paused
        case .failed: .failed(upload.error ?? "")
        }
      var standing = report(phase)
      standing.isNews = false
      return standing
    }
  }
}
