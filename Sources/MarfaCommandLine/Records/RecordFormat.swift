/// How the records of a command are printed.
enum RecordFormat: Hashable, Sendable {
  /// One JSON array, a record a line.
  case json
  /// A JSON object a line.
  case jsonLines
  /// Values with tabs between; tabs, line breaks and backslashes in them are written `\t`, `\n`,
  /// `\\`.
  case tabSeparated
  /// A line from a template.
  case template(RecordTemplate)
  /// As a person likes to read it.
  case human
}
