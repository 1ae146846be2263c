/// A sign that moves while something of unknown length goes on.
public struct Spinner: Hashable, Sendable {
  /// How long each picture is shown.
  public static let interval = Duration.milliseconds(100)

  private let pictures: [Character]

  /// Creates a spinner.
  ///
  /// - Parameters:
  ///   - glyphs: Its pictures.
  ///   - isMoving: Whether it moves; a still one shows its first picture.
  public init(glyphs: GlyphSet = .unicode, isMoving: Bool = true) {
    pictures = isMoving ? glyphs.spinner : Array(glyphs.spinner.prefix(1))
  }

  /// The picture after some time.
  public func picture(after elapsed: Duration) -> Character {
    guard !pictures.isEmpty else { return " " }
    let steps = max(0, Int(elapsed / Self.interval))
    return pictures[steps % pictures.count]
  }
}
