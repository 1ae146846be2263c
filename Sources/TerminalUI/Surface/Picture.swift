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
    /// Sixels: a whole sequence of the terminal, made for the cells that the picture takes.
    case sixel
  }

  private static let lastNumber = Mutex<UInt32>(0)

  /// The number that names it to the terminal, from 1.
  public let number: UInt32
  /// How the bytes are to be read.
  public let form: Form
  /// The number of bytes of the file, or of the sequence.
  public let byteCount: Int
  /// What is sent: the bytes of the file in base64 (RFC 4648), without line breaks, or the
  /// sequence.
  public let payload: [UInt8]

  /// A new picture.
  ///
  /// - Parameters:
  ///   - form: How the bytes are to be read.
  ///   - byteCount: The number of bytes of the file, or of the sequence.
  ///   - payload: The file's bytes in base64, without line breaks, or the sequence.
  public init(form: Form, byteCount: Int, payload: [UInt8]) {
    number = Self.lastNumber.withLock { last in
      last += 1
      return last
    }
    (self.form, self.byteCount, self.payload) = (form, byteCount, payload)
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
