import MarfaSDK
import NoteFiles
import TerminalUI

/// Prints records one after the other in the chosen format, holding none of them.
struct RecordPrinter {
  /// How many records a command has to give.
  enum Shape: Hashable, Sendable {
    /// Any number, which is an array in JSON.
    case list
    /// One, which is an object in JSON.
    case single
  }

  private let format: RecordFormat
  private let shape: Shape
  private let terminator: String
  private let hasHeader: Bool
  private let fields: [String]
  private let output: CommandOutput
  private let human: @Sendable (Record) -> PaintedText?
  /// How many were printed.
  private(set) var count = 0

  /// Prepares printing.
  ///
  /// - Parameters:
  ///   - options: What the person asked for.
  ///   - fields: The names of the records' fields, in order.
  ///   - output: Where to.
  ///   - shape: How many records there are to be.
  ///   - human: The text for a person, without a line break at its end; nil prints nothing.
  /// - Throws: `CommandFailure` for a template that cannot be read.
  init(
    styled options: FormatOptions, fields: [String], output: CommandOutput, shape: Shape = .list,
    painted human: @escaping @Sendable (Record) -> PaintedText?
  ) throws {
    self.shape = shape
    format = try options.recordFormat(fields: fields)
    terminator = options.isNullTerminated ? "\0" : "\n"
    hasHeader = options.header
    self.fields = fields
    self.output = output
    self.human = human
    if format == .tabSeparated, hasHeader {
      output.write(fields.joined(separator: "\t") + terminator)
    }
  }

  /// Prepares printing of text without styles.
  init(
    _ options: FormatOptions, fields: [String], output: CommandOutput, shape: Shape = .list,
    human: @escaping @Sendable (Record) -> String?
  ) throws {
    try self.init(
      styled: options, fields: fields, output: output, shape: shape,
      painted: { human($0).map { PaintedText($0) } })
  }

  /// Prints a record.
  mutating func print(_ record: Record) {
    switch format {
    case .json where shape == .single:
      writeJSON(record)
      output.write("\n".utf8)
    case .json:
      output.write((count == 0 ? "[\n" : ",\n").utf8)
      writeJSON(record)
    case .jsonLines:
      writeJSON(record)
      output.write(terminator.utf8)
    case .tabSeparated:
      let values = record.fields.map { Self.escaped(Record.text(of: $0.value)) }
      output.write(values.joined(separator: "\t"))
      output.write(terminator.utf8)
    case .template(let template):
      output.write(template.filled(with: record))
      output.write(terminator.utf8)
    case .human:
      if let text = human(record) {
        output.write(text)
        output.write(terminator.utf8)
      }
    }
    count += 1
  }

  /// Ends the printing.
  func finish() {
    guard format == .json, shape == .list else { return }
    output.write(count == 0 ? "[]\n" : "\n]\n")
  }

  private func writeJSON(_ record: Record) {
    let text = record.json
    output.write((output.streams.isOutputTerminal ? Self.inert(text) : text).utf8)
  }

  private static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 9 || $0 == 10 || $0 == 13 || $0 == 92 }) else {
      return text
    }
    return text.replacing("\\", with: "\\\\").replacing("\t", with: "\\t")
      .replacing("\r", with: "\\r").replacing("\n", with: "\\n")
  }

  /// JSON text in which nothing can act on a terminal: what JSON itself leaves, such as C1
  /// controls, bidirectional overrides and tags, becomes `\uXXXX`.
  static func inert(_ json: String) -> String {
    guard TextWidth.hasUnsafe(json) else { return json }
    var result = ""
    for scalar in json.unicodeScalars {
      if scalar.value >= 0x7f, TextWidth.hasUnsafe(String(scalar)) {
        for unit in UTF16.encode(scalar) ?? .init() {
          let digits = String(unit, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
