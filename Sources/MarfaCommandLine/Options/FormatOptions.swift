import ArgumentParser
import NoteFiles

/// How results are printed.
struct FormatOptions: ParsableArguments {
  @Flag(help: "Print a JSON array.")
  var json = false

  @Flag(help: "Print one JSON object per line.")
  var jsonl = false

  @Option(
    help: ArgumentHelp(
      "json, jsonl, tsv, or a template such as '{id} {title}'.", valueName: "format"))
  var format: String?

  @Flag(
    name: [.customShort("0"), .customLong("null")],
    help: "End each record with NUL instead of a line break.")
  var isNullTerminated = false

  @Flag(help: "Print the field names first (tsv).")
  var header = false

  /// Whether records are printed even by a command that otherwise says nothing.
  var isGiven: Bool { json || jsonl || format != nil }

  /// The chosen format.
  ///
  /// - Parameter fields: The names that a template may use.
  /// - Returns: The format.
  /// - Throws: `CommandFailure` for a template that cannot be read.
  func recordFormat(fields: [String]) throws -> RecordFormat {
    if json { return .json }
    if jsonl { return .jsonLines }
    switch format {
    case nil: return .human
    case "json": return .json
    case "jsonl": return .jsonLines
    case "tsv": return .tabSeparated
    case let text?:
      do {
        return .template(try RecordTemplate(text, fields: fields))
      } catch .openBrace {
        throw CommandFailure(.usage, "The template has a { without a }; write {{ for a brace.")
      } catch .unknownField(let name) {
        throw CommandFailure(
          .usage, "No field “\(name)”; available: \(fields.joined(separator: ", ")).")
      }
    }
  }

  /// Refuses formats that contradict each other.
  func validate() throws {
    let chosen = [json, jsonl, format != nil].count { $0 }
    if chosen > 1 { throw ValidationError("Choose one of --json, --jsonl and --format.") }
  }
}
