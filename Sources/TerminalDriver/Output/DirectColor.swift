import Foundation

/// Makes of a terminal's own description one with 24-bit colours, for ncurses alone.
///
/// Numbers below 256 stay those of the palette; a 24-bit colour is its value above `firstColor`.
/// ncurses takes the description from `TERMINFO=b64:…` (ncurses(3X)), so nothing is written to
/// disk.
package enum DirectColor {
  /// The number of black among the 24-bit colours.
  static let firstColor: Int32 = 1 << 24

  /// Places in ncurses' tables of standard capabilities.
  private enum Place {
    static let paletteCanChange = 27
    static let colors = 13
    static let pairs = 14
    /// What only makes sense with a palette: `oc`, `initc`, `initp`, `setf`, `setb`.
    static let paletteStrings = [298, 299, 300, 302, 303]
    static let foreground = 359
    static let background = 360
  }

  /// The number of a colour.
  static func number(red: UInt8, green: UInt8, blue: UInt8) -> Int32 {
    firstColor | Int32(red) << 16 | Int32(green) << 8 | Int32(blue)
  }

  /// The description with 24-bit colours; nil for one without the 256 of the palette.
  package static func derived(from entry: CompiledTerminfo) -> CompiledTerminfo? {
    guard entry.numbers.count > Place.pairs, entry.numbers[Place.colors] == 256,
      entry.strings.count > Place.background, entry.strings[Place.foreground] != nil,
      entry.strings[Place.background] != nil
    else { return nil }
    var result = entry
    if result.flags.count > Place.paletteCanChange { result.flags[Place.paletteCanChange] = 0 }
    result.numbers[Place.colors] = 2 * firstColor
    result.numbers[Place.pairs] = 0x10000
    for place in Place.paletteStrings { result.strings[place] = nil }
    result.strings[Place.foreground] = sequence(base: 30)
    result.strings[Place.background] = sequence(base: 40)
    result.extendedFlags.removeAll { $0.name == Array("RGB".utf8) }
    // Without it ncurses would make a table of all colours.
    result.extendedFlags.append(.init(name: Array("RGB".utf8), value: 1))
    return result
  }

  /// `CSI … m` for a colour's number, in terminfo's language.
  private static func sequence(base: Int) -> [UInt8] {
    let bright = base + 60 - 8
    let text =
      "\u{1b}[%?%p1%{8}%<%t%p1%{\(base)}%+%d%e%p1%{16}%<%t%p1%{\(bright)}%+%d"
      + "%e%p1%{256}%<%t\(base + 8);5;%p1%d"
      + "%e\(base + 8);2;%p1%{65536}%/%{255}%&%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%d%;m"
    return Array(text.utf8)
  }

  // MARK: - Finding

  /// What `TERMINFO` is to be for a terminal; nil where its description cannot be found or used.
  ///
  /// - Parameters:
  ///   - name: The terminal's name.
  ///   - environment: `TERMINFO`, `TERMINFO_DIRS` and `HOME` are read.
  /// - Returns: The value, which begins with `b64:`.
  package static func variable(for name: String, environment: [String: String]) -> String? {
    guard !name.isEmpty, !name.contains("/"), let first = name.utf8.first,
      environment["TERMINFO"].map({ !$0.hasPrefix("b64:") && !$0.hasPrefix("hex:") }) ?? true
    else { return nil }
    let folders = [String(name.prefix(1)), String(first, radix: 16)]
    for directory in directories(environment) {
      for folder in folders {
        let path = "\(directory)/\(folder)/\(name)"
        guard let data = FileManager.default.contents(atPath: path) else { continue }
        guard let entry = CompiledTerminfo(Array(data)), let direct = derived(from: entry) else {
          return nil
        }
        return "b64:" + Data(direct.bytes).base64EncodedString()
      }
    }
    return nil
  }

  /// Where descriptions are, in the order of terminfo(5).
  private static func directories(_ environment: [String: String]) -> [String] {
    let usual = ["/etc/terminfo", "/lib/terminfo", "/usr/share/terminfo", "/usr/lib/terminfo"]
    var result: [String] = []
    if let own = environment["TERMINFO"], !own.isEmpty { result.append(own) }
    if let home = environment["HOME"], !home.isEmpty { result.append(home + "/.terminfo") }
    let listed = environment["TERMINFO_DIRS"].map {
      $0.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    }
    for directory in listed ?? [] { result += directory.isEmpty ? usual : [directory] }
    return result + usual
  }
}
