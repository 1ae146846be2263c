/// Why bytes could not be stored or read.
public struct BlobStoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Kind: String, Sendable { case tooLarge, mismatch, diskFull, notFound, failed }
    private let kind: Kind

    /// The content is over its limit.
    public static let tooLarge = Code(kind: .tooLarge)
    /// The content is not what its sender said.
    public static let mismatch = Code(kind: .mismatch)
    /// There is no room left on the device, in the quota, or in the file.
    public static let diskFull = Code(kind: .diskFull)
    /// There is no such content.
    public static let notFound = Code(kind: .notFound)
    /// The device or its permissions.
    public static let failed = Code(kind: .failed)

    /// The kind's name.
    public var description: String { kind.rawValue }
  }

  /// What kind of failure it is.
  public let code: Code
  /// What was being done, and what the system said.
  public let description: String

  /// Takes each part as it is.
  public init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
