import Settings

extension FrontMatter {
  /// Writes front matter with its fences, ending in a line break.
  ///
  /// - Parameters:
  ///   - title: The note's title.
  ///   - tags: Its tags, without `#`.
  ///   - notebook: The notebook it is in; left out when nil.
  /// - Returns: The block, which reads back as the same values.
  package static func text(title: String, tags: [String], notebook: String? = nil) -> String {
    let list = tags.map(YAMLText.scalar).joined(separator: ", ")
    var lines = ["---", "title: " + YAMLText.scalar(title), "tags: [\(list)]"]
    if let notebook { lines.append("notebook: " + YAMLText.scalar(notebook)) }
    return (lines + ["---", ""]).joined(separator: "\n")
  }
}
