import ArgumentParser

/// How an import is reported, the same for each format.
struct ImportReportOptions: ParsableArguments {
  @Flag(name: .customLong("dry-run"), help: "Write nothing.")
  var isDryRun = false

  @Flag(name: .customLong("json"), help: "Print the report as JSON.")
  var isJSON = false

  @Flag(name: [.customShort("q"), .customLong("quiet")], help: "Report only failures.")
  var isQuiet = false
}
