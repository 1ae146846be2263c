import Synchronization

/// A picture that some terminals show in place of cells: the bytes of its file, as they are sent.
///
/// Equal only to its copies: two pictures of the same bytes are two pictures.
public struct Picture: Hashable, Sendable {
  /// How the bytes are to be read.
  public enum Form: Hashable, Sendable {
    /// PNG.
    case png
    /// JPEG.
    case jpeg
  }

  private static let lastNumber = Mutex<UInt32>(0)

  /// The number that names it to the terminal, from 1.
  public let number: UInt32
  /// How the bytes are to be read.
  public let form: Form
  /// The number of bytes of the file.
  public let byteCount: Int
  /// The bytes of the file in base64 (RFC 4648), without line breaks.
  public let base64: [UInt8]

  /// A new picture.
  ///
  /// - Parameters:
  ///   - form: How the bytes are to be read.
  ///   - byteCount: The number of bytes of the file.
  ///   - base64: These bytes in base64, without line breaks.
  public init(form: Form, byteCount: Int, base64: [UInt8]) {
    number = Self.lastNumber.withLock { last in
      last += 1
      return last
    }
    (self.form, self.byteCount, self.base64) = (form, byteCount, base64)
  }

  /// Whether both are copies of one picture.
  public static func == (left: Picture, right: Picture) -> Bool { left.number == right.number }

  /// Mixes in the number.
  public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// A picture on a surface.
public struct PlacedPicture: Hashable, Sendable {
  /// The picture.
  public var picture: Picture
  /// The cells that it takes.
  public var rect: Rect

  /// A picture in an area of a surface.
  public init(_ picture: Picture, in rect: Rect) { (self.picture, self.rect) = (picture, rect) }
}
