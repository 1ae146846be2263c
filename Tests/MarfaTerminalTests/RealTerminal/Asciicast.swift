import Foundation
import MarfaSDK

/// A recording of a terminal as text (asciicast v2), see
/// <https://docs.asciinema.org/manual/asciicast/v2/>.
struct Asciicast: Equatable {
  /// What was written, and when.
  struct Event: Equatable {
    /// Seconds from the start.
    var time: Double
    var text: String
  }

  var columns: Int
  var rows: Int
  var events: [Event] = []

  /// Makes a recording of what script(1) noted.
  ///
  /// - Parameters:
  ///   - columns: The terminal's width.
  ///   - rows: The terminal's height.
  ///   - typescript: What was written, after a first line of script's own.
  ///   - timing: A line for each piece: the seconds since the last one, and the number of its
  ///     bytes.
  init(columns: Int, rows: Int, typescript: [UInt8], timing: String) {
    (self.columns, self.rows) = (columns, rows)
    var rest = typescript[...].drop { $0 != 0x0A }.dropFirst()
    var (time, kept) = (0.0, [UInt8]())
    for line in timing.split(separator: "\n") {
      let fields = line.split(separator: " ")
      guard fields.count == 2, let delay = Double(fields[0]), let count = Int(fields[1]) else {
        continue
      }
      time += delay
      kept += rest.prefix(count)
      rest = rest.dropFirst(count)
      // A character that is cut goes with the next piece.
      let whole = kept.count - Self.cutBytes(kept)
      let text = String(decoding: kept[..<whole], as: UTF8.self)
      kept.removeFirst(whole)
      // Microseconds are what script notes.
      let rounded = (time * 1e6).rounded() / 1e6
      if !text.isEmpty { events.append(Event(time: rounded, text: text)) }
    }
  }

  /// How many bytes at the end begin a character of UTF-8 that is not whole.
  private static func cutBytes(_ bytes: [UInt8]) -> Int {
    for (count, byte) in bytes.reversed().prefix(3).enumerated() where byte & 0xC0 != 0x80 {
      let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      return length > count + 1 ? count + 1 : 0
    }
    return 0
  }

  /// Reads the lines of a file; nil for what is no recording.
  init?(_ file: String) throws {
    let lines = try file.split(separator: "\n").map { try JSONParser.parse(Array($0.utf8)) }
    guard let head = lines.first?.objectValue, head["version"] == 2,
      let columns = head["width"]?.integerValue, let rows = head["height"]?.integerValue
    else { return nil }
    (self.columns, self.rows) = (Int(columns), Int(rows))
    for line in lines.dropFirst() {
      guard let fields = line.arrayValue, fields.count == 3, let time = fields[0].doubleValue,
        fields[1] == "o", let text = fields[2].stringValue
      else { return nil }
      events.append(Event(time: time, text: text))
    }
  }

  /// The lines of a file.
  var file: String {
    let head: JSONValue = [
      "version": 2, "width": .integer(Int64(columns)), "height": .integer(Int64(rows)),
    ]
    let lines = events.map { event -> JSONValue in
      [.number(event.time), "o", .string(event.text)]
    }
    return ([head] + lines).map { JSONWriter.string(of: $0) + "\n" }
      .joined()
  }

  /// Everything that was written.
  var text: String { events.map(\.text).joined() }
}
