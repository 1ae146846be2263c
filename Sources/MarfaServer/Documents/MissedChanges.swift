/// What others have changed and a client lacks, gathered before each slice of its pack is taken.
///
/// After the last slice it may be too late: a document that was stored forgets such changes.
struct MissedChanges: Sendable {
  /// The changes, in order, as far as they were read.
  private(set) var rows: [DocumentChangeRow] = []
  /// Whether they are all that the client lacks; else there are too many, or some are forgotten.
  private(set) var areAll = true
  /// The number of the last change that was read, or that is the client's own.
  private var last: Int64
  private var bytes = 0

  /// The most bytes of changes that are sent one by one.
  static let mostBytes = 4 << 20

  /// Nothing yet, for a client that has the changes up to a number.
  init(after sequence: Int64) { last = sequence }

  /// Notes that all changes up to a number are read, or the client's own.
  mutating func pass(_ sequence: Int64) { last = sequence }

  /// Reads what came since the last time.
  ///
  /// - Parameters:
  ///   - document: The document as it is now.
  ///   - client: Whose own changes are left out; nil for a client that starts with nothing.
  ///   - made: How many changes the client has made.
  ///   - limits: From how many missing changes on the whole document is sent.
  ///   - source: The rows.
  /// - Throws: What the rows throw.
  mutating func read(
    _ document: DocumentRow, notBy client: String?, who made: Int64, _ limits: DocumentLimits,
    from source: any RecordRows
  ) throws {
    guard areAll, last < document.sequence else { return }
    let room = limits.snapshotThreshold - 1 - rows.count
    let own = client == nil ? 0 : made
    guard last >= document.trimmedTo, document.sequence - last - own <= Int64(room) else {
      return giveUp()
    }
    let page = try source.documentChanges(
      of: document.number, after: last, notBy: client,
      limit: RowLimit(count: room + 1, bytes: Self.mostBytes - bytes))
    guard !page.hasMore, page.rows.count <= room else { return giveUp() }
    rows += page.rows
    bytes += page.rows.reduce(0) { $0 + $1.bytes.count }
    last = document.sequence
  }

  private mutating func giveUp() { (rows, areAll) = ([], false) }
}
