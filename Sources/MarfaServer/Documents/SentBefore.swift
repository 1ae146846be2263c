import Documents

/// What a client has sent before under its numbers, as far as the rows of those changes are kept.
///
/// It is read only for a pack that begins with such numbers, once for the whole pack. Nothing that
/// the client was not answered to is older than what it knows of the document, so that only what
/// came after that is looked through.
struct SentBefore: Sendable {
  /// What is kept of a number.
  enum Record: Hashable, Sendable {
    /// The digest of the change.
    case digest([UInt8])
    /// No operations came under that number.
    case noOperations
    /// The row is forgotten, or of a build that kept no digest.
    case unknown
  }

  /// What the client knew of the document when it sent the pack.
  private let start: Int64
  /// The last change of the document that was looked at.
  private var last: Int64
  private var rows: ArraySlice<DocumentDigestRow> = []

  /// How many digests are read at once.
  private static let page = 500

  /// Nothing is read yet, for a client that has the changes up to a number.
  init(after sequence: Int64) { (start, last) = (sequence, sequence) }

  /// Finds what was sent under a number, which is higher than the one that was asked for before.
  ///
  /// - Parameters:
  ///   - number: The number at the client.
  ///   - client: The client.
  ///   - document: The document as it is now.
  ///   - source: The rows.
  /// - Returns: What is kept of it.
  /// - Throws: What the rows throw.
  mutating func record(
    of number: Int64, by client: String, in document: DocumentRow, from source: any RecordRows
  ) throws -> Record {
    skip(before: number)
    if rows.isEmpty, last < document.sequence {
      let page = try source.documentDigests(
        of: document.number, by: client, from: number, after: last, limit: Self.page)
      last = page.count < Self.page ? document.sequence : page.last?.sequence ?? last
      rows = page[...]
    }
    guard let row = rows.first, row.clientSequence == number else {
      // Who looks after what is forgotten sees every change that has operations.
      return document.trimmedTo <= start ? .noOperations : .unknown
    }
    return row.digest.isEmpty ? .unknown : .digest(row.digest)
  }

  private mutating func skip(before number: Int64) {
    rows = rows.drop { $0.clientSequence < number }
  }
}
