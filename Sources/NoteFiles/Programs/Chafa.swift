/// Draws one image with chafa(1), where it is installed.
struct Chafa: Sendable {
  private let variables: [String: String]

  /// Finds the program; nil where it is not installed.
  ///
  /// - Parameters:
  ///   - path: The absolute path of the image.
  ///   - environment: The process's variables, `PATH` among them.
  init?(path: String, environment: [String: String]) {
    guard let program = ProgramPath.find("chafa", in: environment) else { return nil }
    variables = environment.merging(["CHAFA": program, "IMAGE": path]) { $1 }
  }

  /// Fills a number of cells with the image.
  ///
  /// - Parameters:
  ///   - options: The options that say how it is drawn, for the shell.
  ///   - columns: The cells of each row.
  ///   - rows: The rows.
  ///   - most: The most bytes that it may print.
  /// - Returns: What it printed; nil when it cannot read the image.
  func draw(
    _ options: String, _ columns: Int, _ rows: Int, most: Int = NoteProgram.maximumOutput
  ) async -> String? {
    let command =
      "exec \"$CHAFA\" \(options) --animate=off --stretch --size=\(columns)x\(rows) \"$IMAGE\" "
      + "2>/dev/null"
    // Without a picture the image is only named, as everywhere else.
    let outcome = try? await NoteProgram(
      command, environment: variables, limit: .seconds(10), most: most
    ).run()
    guard let outcome, outcome.status == 0 else { return nil }
    return outcome.output
  }
}
