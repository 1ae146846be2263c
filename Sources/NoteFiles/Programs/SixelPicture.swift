import Foundation
import TerminalUI

/// A picture as sixels, made by chafa(1) where it is installed.
///
/// What the program writes is untrusted: only one sequence of sixels is taken, which says its size
/// and has nothing else in it. See <https://vt100.net/docs/vt3xx-gp/chapter14.html>.
package struct SixelPicture: Hashable, Sendable {
  /// The most bytes of a picture: a screen of 1920 by 1200 pixels has about half of them.
  private static let most = 4 << 20
  /// The lines of pixels of a sixel.
  private static let sixel = 6
  /// Cells whose lines of pixels are a multiple of those of a sixel, whatever the cell.
  private static let sample = 12

  /// The sequence, from its escape to its end.
  package let bytes: [UInt8]
  /// The columns and rows of pixels that it says it has.
  package let pixels: Size

  /// Asks chafa for a picture.
  ///
  /// Without a terminal chafa takes cells to have a size that depends on its version: a small
  /// picture tells it, before the one that is wanted.
  ///
  /// - Parameters:
  ///   - path: The absolute path of the image.
  ///   - pixels: The pixels that it is to fill; it may be a little smaller and is never larger.
  ///   - environment: The process's variables, `PATH` among them.
  /// - Returns: The picture; nil without chafa, or when it cannot read the image.
  package static func make(
    of path: String, pixels: Size, environment: [String: String]
  ) async -> SixelPicture? {
    guard let chafa = Chafa(path: path, environment: environment) else { return nil }
    func draw(_ columns: Int, _ rows: Int) async -> SixelPicture? {
      await chafa.draw("--format=sixels", columns, rows, most: most).flatMap { SixelPicture($0) }
    }
    guard let small = await draw(sample, sample) else { return nil }
    let columns = pixels.columns * sample / max(1, small.pixels.columns)
    let rows = pixels.rows * sample / max(1, small.pixels.rows)
    guard columns > 0, rows > 0, let picture = await draw(columns, rows),
      picture.pixels.columns <= pixels.columns, picture.pixels.rows <= pixels.rows
    else { return nil }
    return picture
  }

  /// Reads what chafa writes; nil for anything but one picture, with line breaks before and after
  /// it.
  package init?(_ output: String) {
    let bytes = Array(output.trimmingCharacters(in: .newlines).utf8)
    guard bytes.starts(with: "\u{1b}P".utf8), bytes.suffix(2).elementsEqual("\u{1b}\\".utf8)
    else { return nil }
    let content = bytes.dropFirst(2).dropLast(2)
    guard let start = content.firstIndex(of: UInt8(ascii: "q")),
      content[..<start].allSatisfy(Self.isNumber),
      content[start...].dropFirst().first == UInt8(ascii: "\""),
      content[start...].allSatisfy(Self.isSixel)
    else { return nil }
    let size = content[(start + 2)...].prefix(while: Self.isNumber).split(
      separator: UInt8(ascii: ";"), omittingEmptySubsequences: false
    ).compactMap { Int(String(decoding: $0, as: UTF8.self)) }
    guard size.count == 4, size[2] > 0, size[3] > 0 else { return nil }
    // Each of these lines but the last ends with a minus.
    let lines = content.count { $0 == UInt8(ascii: "-") }
    guard lines * Self.sixel <= size[3] + Self.sixel else { return nil }
    (self.bytes, pixels) = (bytes, Size(columns: size[2], rows: size[3]))
  }

  /// Whether a byte belongs to numbers and what is between them.
  private static func isNumber(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: ";")).contains(byte) && byte != UInt8(ascii: ":")
  }

  /// Whether a byte may be in a picture: six pixels, a number, or a sign for colours, places and
  /// repeats.
  private static func isSixel(_ byte: UInt8) -> Bool {
    isNumber(byte) || (UInt8(ascii: "?")...UInt8(ascii: "~")).contains(byte)
      || "!\"#$-".utf8.contains(byte)
  }
}
