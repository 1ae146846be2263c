import MarfaModel

/// What an archive says of itself in `manifest.json`, its last file: only when every blob has been
/// read is it known which are damaged.
struct ArchiveManifest: Codable, Hashable, Sendable {
  /// A blob whose bytes the server no longer has as they were.
  struct DamagedBlob: Codable, Hashable, Sendable {
    /// What is wrong with a blob.
    enum Fault: String, Codable, Hashable, Sendable {
      /// There is no file; the archive has none either.
      case missing
      /// The bytes have another hash; the archive has them as they are now.
      case changed
      /// The disk cannot read them; the archive has zeros from that place on.
      case unreadable
    }

    /// The blob.
    var hash: String
    /// What is wrong with it.
    var fault: Fault
  }

  static let format = "marfa-archive"
  static let currentVersion = 1

  /// `marfa-archive`.
  var format = Self.format
  /// The layout of the archive.
  var version = Self.currentVersion
  /// The version of the server that made it.
  var server = ServerVersion.current
  /// Blobs that are not whole in it; absent in archives of older servers.
  var damagedBlobs: [DamagedBlob]? = []

  enum CodingKeys: String, CodingKey {
    case format, version, server
    case damagedBlobs = "damaged_blobs"
  }

  /// Refuses an archive of another kind, or of a later layout.
  ///
  /// - Throws: `ValidationError` with `invalid_request`.
  static func check(_ bytes: some Sequence<UInt8>) throws {
    // What is no JSON is of another format too.
    let members = (try? JSONParser.parse(bytes))?.objectValue
    guard members?["format"]?.stringValue == format else {
      throw ValidationError(
        code: ErrorCode.invalidRequest,
        message: "The archive's manifest.json has an unknown format."
      )
    }
    let version = members?["version"]?.integerValue
    guard version == Int64(currentVersion) else {
      throw ValidationError(
        code: ErrorCode.invalidRequest,
        message:
          "The archive has layout \(version.map(String.init) ?? "unknown"), but this server reads "
          + "\(currentVersion); restore it with the server that wrote it, or a later one."
      )
    }
  }
}
