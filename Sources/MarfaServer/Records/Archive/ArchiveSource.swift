/// The records of an archive, which can be read more than once.
public struct ArchiveSource: Sendable {
  /// A record with its place in the archive.
  public struct Line: Sendable {
    /// The number of its line, from 1.
    var number: Int
    /// How many bytes the line has.
    var size: Int
    var record: ArchiveRecord

    /// Takes each part as it is.
    public init(number: Int, size: Int, record: ArchiveRecord) {
      self.number = number
      self.size = size
      self.record = record
    }
  }

  /// Gives the next record, nil at the end; waits for the disk.
  public typealias Reading = @Sendable () throws -> Line?

  /// The name by which another process finds the archive again; nil when none can.
  var name: String?
  /// Begins with the first record.
  let begin: @Sendable () throws -> Reading

  /// Records that `begin` gives.
  public init(name: String? = nil, begin: @escaping @Sendable () throws -> Reading) {
    self.name = name
    self.begin = begin
  }
}
