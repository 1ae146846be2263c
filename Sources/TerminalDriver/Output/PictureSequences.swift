import TerminalUI

/// How a terminal takes pictures, the better way after the other one.
public enum PictureProtocol: Int, Comparable, Sendable {
  /// Sixels: pictures are the content of cells, and are sent as their pixels.
  case sixel
  /// The inline images of iTerm2: pictures are the content of cells.
  case iTerm
  /// The graphics protocol of kitty: pictures lie over the cells, and are named by numbers.
  case kitty

  /// Whether the other way is better.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  /// Whether the bytes of a picture can be sent in this way.
  func takes(_ form: Picture.Form) -> Bool {
    switch self {
    case .sixel: form == .sixel
    case .iTerm: form != .sixel
    case .kitty: form == .png
    }
  }
}

/// The escape sequences of pictures, and how a terminal says that it knows them.
///
/// - `APC G … ST`: kitty, <https://sw.kovidgoyal.net/kitty/graphics-protocol/>. `a=q` asks, `a=t`
///   sends (`f=100` for PNG, `m=1` while more follows), `a=p` shows (`c`, `r` cells; `C=1` leaves
///   the cursor), `a=d,d=i` hides, `a=d,d=I` forgets; `q=2` wants no answer.
/// - `OSC 1337 ; File = … : base64 ST` and `OSC 1337 ; ReportCellSize ST`: iTerm2,
///   <https://iterm2.com/documentation-images.html>.
/// - `CSI c` asks what the terminal is (DA1); 4 among the numbers of `CSI ? … c` are sixels, and
///   `DCS … q … ST` is a picture of them: <https://vt100.net/docs/vt3xx-gp/chapter14.html>.
enum PictureSequences {
  private static let begin = "\u{1b}_G"
  private static let end = "\u{1b}\\"
  /// The number of the question.
  private static let question = 31
  /// Bytes of base64 in one piece, as kitty wants it.
  private static let piece = 4096

  /// Whether a terminal's name and variables do not already say that it would not understand
  /// `questions`.
  static func mayBeAsked(_ environment: [String: String]) -> Bool {
    guard (environment["TMUX"] ?? "").isEmpty, (environment["STY"] ?? "").isEmpty else {
      return false
    }
    let name = environment["TERM"] ?? ""
    return !["linux", "vt", "screen", "tmux"].contains { name.hasPrefix($0) }
  }

  /// Asks whether kitty's protocol is known, by a picture of one pixel that is not kept, and
  /// whether iTerm2's is.
  static let questions =
    "\(begin)i=\(question),s=1,v=1,a=q,t=d,f=24;AAAA\(end)\u{1b}]1337;ReportCellSize\u{7}"

  /// Asks what the terminal is, which each one understands, and tmux answers for itself.
  static let kindQuestion = "\u{1b}[c"

  /// The questions that a terminal understands.
  static func questions(for environment: [String: String]) -> String {
    (mayBeAsked(environment) ? questions : "") + kindQuestion
  }

  /// What the numbers of the answer to `kindQuestion` say; nil for no pictures.
  static func answered(kind: [[Int?]]) -> PictureProtocol? { kind.contains([4]) ? .sixel : nil }

  /// What an answer says; nil for one to another question.
  static func answered(_ introducer: Character, _ text: String) -> PictureProtocol? {
    switch introducer {
    case "_":
      let parts = text.split(separator: ";", maxSplits: 1)
      guard parts.count == 2, parts[0].hasPrefix("G"), parts[1] == "OK",
        parts[0].dropFirst().split(separator: ",").contains("i=\(question)")
      else { return nil }
      return .kitty
    case "]": return text.hasPrefix("1337;ReportCellSize=") ? .iTerm : nil
    default: return nil
    }
  }

  // MARK: - kitty

  /// Sends a picture, in pieces, without showing it.
  static func transmission(of picture: Picture) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = picture.payload[...]
    var keys = "a=t,f=100,t=d,i=\(picture.number),q=2"
    repeat {
      let part = rest.prefix(piece)
      rest = rest.dropFirst(piece)
      bytes += Array("\(begin)\(keys),m=\(rest.isEmpty ? 0 : 1);".utf8) + part + Array(end.utf8)
      keys = "q=2"
    } while !rest.isEmpty
    return bytes
  }

  /// Shows a picture that was sent; the cursor must be at its first cell.
  static func placement(of placed: PlacedPicture) -> String {
    "\(begin)a=p,\(names(placed)),c=\(placed.rect.columns),r=\(placed.rect.rows),C=1,q=2\(end)"
  }

  /// Hides a picture, which the terminal keeps.
  static func hiding(_ placed: PlacedPicture) -> String {
    "\(begin)a=d,d=i,\(names(placed)),q=2\(end)"
  }

  /// The numbers of a picture and of its place, since one picture may be in several.
  private static func names(_ placed: PlacedPicture) -> String {
    "i=\(placed.picture.number),p=\(placed.rect.minRow << 12 | placed.rect.minColumn + 1)"
  }

  /// Makes the terminal forget a picture.
  static func forgetting(_ number: UInt32) -> String { "\(begin)a=d,d=I,i=\(number),q=2\(end)" }

  // MARK: - iTerm2

  /// Sends and shows a picture; the cursor must be at its first cell.
  static func inline(_ placed: PlacedPicture) -> [UInt8] {
    let head =
      "\u{1b}]1337;File=inline=1;size=\(placed.picture.byteCount);width=\(placed.rect.columns);"
      + "height=\(placed.rect.rows);preserveAspectRatio=1;doNotMoveCursor=1:"
    return Array(head.utf8) + placed.picture.payload + [0x07]
  }
}
