extension UploadStateMachine {
  /// Where a blob is on its way.
  enum Phase: Hashable {
    case idle
    case running(Step)
    /// Its next piece waits until the store has how far it is.
    case holding
    /// It is tried again in a while.
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
    private(set) var acknowledged: Int64
    var sent: Int64 = 0
    /// The place that the store has, or is about to have; never too high.
    private var stored: Int64
    var url: String?
    /// Bytes of the next piece.
    private(set) var piece = UploadStateMachine.firstPiece
    /// The most bytes of a piece that get through to the server.
    private var largest = UploadStateMachine.pieces.upperBound
    /// Failures since the server took bytes last.
    var failures = 0
    /// How often bytes were damaged or their place was lost.
    var losses = 0
    /// The number of the newest step: answers to former ones are old.
    var step = 0
    var hasStarted = false
    /// The step that was on its way when the server went last, and what was sent then.
    private var left: (step: Int, sent: Int64)?

    /// Whether a request is on its way that has not moved since the server went: nobody answers it
    /// any more.
    ///
    /// A connection does not always say that its other end is gone; libcurl, which goes on sending
    /// when the other side has closed, would wait for a minute.
    var isSilent: Bool { isRunning && left?.step == step && left?.sent == sent }

    /// Remembers how far it is: the server has gone.
    mutating func serverWent() { left = isRunning ? (step, sent) : nil }

    var isRunning: Bool {
      if case .running = phase { true } else { false }
    }

    /// Whether it takes one of the places for uploads that are on their way.
    var isBusy: Bool { isRunning || phase == .holding }

    init(_ upload: BlobUpload) {
      (self.upload, acknowledged, url) = (upload, upload.offset, upload.url)
      stored = upload.offset
    }

    /// The request that has a number; nil where it is not on its way any more.
    func running(_ number: Int) -> Step? {
      if case .running(let made) = phase, number == step { made } else { nil }
    }

    /// Begins a request.
    ///
    /// - Returns: The report that bytes are sent from now on; nil where that was reported, and for
    ///   a request without bytes.
    mutating func begin(_ made: Step) -> UploadReport? {
      step += 1
      phase = .running(made)
      guard made.start != nil, !hasStarted else { return nil }
      hasStarted = true
      var start = report(.uploading)
      start.isStart = true
      return start
    }

    /// Ends what is on its way.
    mutating func stop() {
      step += 1
      phase = .idle
      hasStarted = false
    }

    /// Waits after a failure.
    mutating func delay() {
      failures += 1
      step += 1
      phase = .waiting
      hasStarted = false
    }

    /// All of it is on the server.
    mutating func finish() {
      phase = .settling
      (acknowledged, sent) = (upload.size, upload.size)
    }

    // MARK: - Its place

    /// Whether the next piece has to wait for the store: a server that has taken it would have more
    /// than the store knows of by over ``UploadStateMachine/reach``.
    var isFarFromStore: Bool { acknowledged + nextCount - stored > UploadStateMachine.reach }

    /// Whether the next piece waits for the store and this is the newest place that it was given.
    func isHolding(at offset: Int64) -> Bool { phase == .holding && acknowledged == offset }

    /// Puts it where the server has it.
    ///
    /// - Returns: Whether the store has to be given the place.
    mutating func restart(at offset: Int64) -> Bool {
      let isNews = acknowledged != offset || stored != offset || upload.url != url
      (acknowledged, sent, upload.url) = (offset, offset, url)
      stored = min(stored, offset)
      return isNews
    }

    /// Notes a place that the store has now; one that the server lost meanwhile says nothing.
    mutating func kept(_ offset: Int64) {
      if offset <= acknowledged { stored = offset }
    }

    // MARK: - Pieces

    /// A person decided that it goes on: what failed before does not count.
    mutating func forgetFailures() { (failures, losses) = (0, 0) }

    /// The request that sends the next piece; nil before there is a place for the bytes.
    var nextPiece: Step? {
      url.map { .piece(url: $0, offset: acknowledged, count: nextCount) }
    }

    /// How many bytes the next piece has.
    ///
    /// One that reaches a multiple of the largest piece ends there: of the content up to such a
    /// place the hash is known.
    private var nextCount: Int64 {
      let end = acknowledged + min(piece, upload.size - acknowledged)
      let edge = end - end % UploadStateMachine.pieces.upperBound
      return (edge > acknowledged ? edge : end) - acknowledged
    }

    /// Learns from the answer to a piece how large the next one should be.
    ///
    /// It is what the line takes in ``UploadStateMachine/pieceTime``, but at most twice as large as
    /// before. After one that was too large, all are smaller. Other answers change nothing.
    mutating func learn(from answer: Answer, to made: Step, after time: Duration) {
      guard case .piece(_, let start, let count) = made else { return }
      if answer == .tooLarge {
        largest = count / 2
        return setPiece(piece)
      }
      guard case .offset(let offset?) = answer, offset > start else { return }
      let most = Double(2 * piece)
      let taken = time > .zero ? Double(count) * (UploadStateMachine.pieceTime / time) : most
      setPiece(Int64(min(taken, most).rounded()))
    }

    /// The line broke off: less has to arrive in one go.
    mutating func pieceBroke() { setPiece(piece / 2) }

    private mutating func setPiece(_ count: Int64) {
      piece = max(min(count, largest), UploadStateMachine.pieces.lowerBound)
    }

    func report(_ phase: BlobUploadProgress.Phase) -> UploadReport {
      UploadReport(
        hash: upload.hash, phase: phase, sent: max(sent, acknowledged),
        acknowledged: acknowledged, total: upload.size)
    }

    /// Its state while it is not on its way.
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
