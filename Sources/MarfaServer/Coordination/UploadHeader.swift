/// A header of tus 1.0.0 that has a form to keep.
public enum UploadHeader: Hashable, Sendable {
  /// `Upload-Length`.
  case length
  /// `Upload-Offset`.
  case offset
  /// `Upload-Checksum`.
  case checksum
  /// `Upload-Metadata`.
  case metadata
  /// The hash in `Upload-Metadata`.
  case hash

  /// The header's name.
  public var name: String {
    switch self {
    case .length: "Upload-Length"
    case .offset: "Upload-Offset"
    case .checksum: "Upload-Checksum"
    case .metadata, .hash: "Upload-Metadata"
    }
  }

  /// What it has to be, after "is not".
  var expectation: String {
    switch self {
    case .length: "the size of the whole content in bytes, such as 1048576"
    case .offset: "the number of bytes that the upload has, such as 0"
    case .checksum:
      "one of \(UploadChecksum.algorithms), a blank and the sum in Base64, such as "
        + "sha1 Kq5sNclPz7QV2+lfQIuc6R7oRu0="
    case .metadata:
      "pairs with commas between them, each a key that appears once, a blank and a value in "
        + "Base64, such as filename bm90ZXMudHh0"
    case .hash: "with a sha256 of 64 hexadecimal digits, in Base64"
    }
  }
}
