extension UploadStateMachine {
  /// How many blobs are on their way at a time.
  package static let parallel = 2
  /// Bytes of a piece, at most and at least; the last one, and one before a mark, may be smaller.
  package static let pieces: ClosedRange<Int64> = 65_536...ContentMarks.distance
  /// Bytes of the first piece, before anything is known of the line.
  package static let firstPiece: Int64 = 262_144
  /// How many bytes a server may have that the store does not know of: one piece is on its way
  /// while the place of the one before is stored.
  static let reach = 2 * pieces.upperBound
  /// How long a piece is to be on its way: only what has arrived moves the bar.
  static let pieceTime = Duration.seconds(2)
  /// How many blobs are asked about in one request.
  package static let askedAtOnce = 200
  /// How often bytes may arrive damaged, or their place be lost, before an upload has failed.
  static let patience = 5
  /// Why an upload waits for a store that cannot be written.
  package static let notStored = "The store of this device cannot be written."

  /// What a server offers for uploads.
  package struct Offers: Hashable, Sendable {
    /// Whether uploads go on where they broke off, as tus 1.0.0 says.
    package var resumes: Bool
    /// Whether many hashes are asked about in one request.
    package var knows: Bool

    package init(resumes: Bool, knows: Bool) { (self.resumes, self.knows) = (resumes, knows) }
  }

  /// One request of an upload.
  package enum Step: Hashable, Sendable {
    /// Whether the server has the blob.
    case exists
    /// A place for its bytes.
    case create
    /// How many bytes the server has.
    case offset(url: String)
    /// Some of its bytes, from the place that the server has reached.
    case piece(url: String, offset: Int64, count: Int64)
    /// All of its bytes.
    case whole

    /// Where its bytes begin; nil for a request without bytes.
    var start: Int64? {
      switch self {
      case .piece(_, let offset, _): offset
      case .whole: 0
      case .exists, .create, .offset: nil
      }
    }
  }

  /// What came of a step.
  package enum Answer: Hashable, Sendable {
    /// The server has the blob already.
    case there
    /// The server has it not.
    case absent
    /// There is a place for the bytes.
    case created(url: String)
    /// How many bytes the server has; nil where it did not say.
    case offset(Int64?)
    /// The server has taken the last byte, and the bytes are those of the hash.
    case complete
    /// Something on the way takes no requests as large as this piece.
    case tooLarge
    /// The place of the bytes is no more.
    case gone
    /// The bytes were other ones when they arrived.
    case damaged
    /// It may succeed later.
    case transient(words: String, retryAfter: Duration?)
    /// It never will.
    case refused(words: String)
    /// The server does not know the credential.
    case signedOut
  }

  /// What happened.
  package enum Event: Hashable, Sendable {
    /// The server can be worked with.
    case connected(Offers)
    /// It cannot; what is on its way may arrive.
    case disconnected
    /// Nothing may be on its way any more.
    case halted
    /// What waits in the store, in its order.
    case loaded([BlobUpload])
    /// Which of some blobs the server has; nil when it could not be asked.
    case known(asked: [String], there: Set<String>?)
    /// This number of bytes of a step was sent.
    case sent(String, step: Int, bytes: Int64)
    /// A request was answered, some time after it was begun.
    case answered(String, step: Int, Answer, after: Duration = .zero)
    /// A wait is over.
    case timer(String, step: Int)
    /// The store has how far an upload is.
    case kept(String, offset: Int64)
    /// The store could not be given how far an upload is.
    case notKept(String, offset: Int64)
    /// The store has an end, or a failure, of an upload.
    case settled(String)
    /// The store could not be given the end, or the failure, of an upload.
    case notSettled(String)
  }

  /// What is to be done.
  package enum Action: Hashable, Sendable {
    /// Ask which of some blobs the server has.
    case ask([String])
    /// Make a request.
    case perform(BlobUpload, step: Int, Step)
    /// End the request of a blob that is on its way.
    case abandon(String)
    /// Wait after some failures, 1 or more, or as long as the server says.
    case wait(String, step: Int, failures: Int, retryAfter: Duration?)
    /// Note how far an upload is, and where it goes on.
    case keep(String, offset: Int64, url: String?)
    /// Note why an upload has to wait.
    case delay(String, words: String)
    /// Note that the server has a blob.
    case finish(String)
    /// Note that a blob cannot be sent.
    case fail(String, words: String)
    /// Tell the server that the rest of an upload does not come.
    case discard(url: String)
    /// Report how far an upload is.
    case report(UploadReport)
  }
}
