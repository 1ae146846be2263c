import MarfaSDK

/// A manual page of a command, made of the description that the help is made of.
///
/// Source: man(7).
struct ManualPage: Hashable {
  /// The page's name, such as `marfa-tag-add`.
  let name: String
  /// The section of the manual: 1 for commands, 5 for files, 7 for what else there is to know.
  var section = 1
  /// The troff source.
  let text: String

  /// A page of paragraphs and tables.
  ///
  /// - Parameters:
  ///   - name: The page's name.
  ///   - section: The section of the manual, 5 or 7.
  ///   - summary: What is in it, in a few words.
  ///   - parts: Headings with paragraphs, and rows of something in bold with its meaning.
  init(name: String, section: Int, summary: String, parts: [Part]) {
    self.name = name
    self.section = section
    let title = Self.quoted(name.uppercased())
    var lines = [
      ".TH \(title) \(section) \"\" \(Self.quoted("marfa \(MarfaVersion.current)"))", ".SH NAME",
      "\(Self.escaped(name)) \\- \(Self.escaped(summary))",
    ]
    for part in parts {
      lines.append(".SH \(Self.escaped(part.heading))")
      lines += part.paragraphs.flatMap { [".PP", Self.escaped($0)] }
      lines += part.rows.flatMap {
        [".TP", ".B \(Self.word($0.name))", Self.escaped($0.meaning)]
      }
    }
    text = lines.joined(separator: "\n") + "\n"
  }

  /// A heading, and what is below it.
  struct Part {
    var heading: String
    var paragraphs: [String] = []
    var rows: [(name: String, meaning: String)] = []
  }

  /// The pages of a command and of all commands in it that are shown.
  ///
  /// - Parameter description: The argument parser's description of the command, as JSON.
  /// - Returns: The pages, each command before those in it.
  /// - Throws: What is wrong with the JSON.
  static func all(description: [UInt8]) throws -> [ManualPage] {
    let command = try JSONParser.parse(description).objectValue?["command"]?.objectValue ?? [:]
    return pages(of: command, within: [])
  }

  private typealias Fields = [String: JSONValue]

  private static func pages(of command: Fields, within parents: [String]) -> [ManualPage] {
    let path = parents + [command.text("commandName")]
    let children = command.list("subcommands")
      .filter { $0["shouldDisplay"] != false && $0.text("commandName") != "help" }
    return [ManualPage(command, path, children)]
      + children.flatMap { pages(of: $0, within: path) }
  }

  private init(_ command: Fields, _ path: [String], _ children: [Fields]) {
    let name = path.joined(separator: "-")
    self.name = name
    let arguments = command.list("arguments").filter { $0["shouldDisplay"] != false }
    let abstract = command.text("abstract")
    let summary = abstract.hasSuffix(".") ? String(abstract.dropLast()) : abstract
    var lines = [
      ".TH \(Self.quoted(name.uppercased())) 1 \"\" \(Self.quoted("marfa \(MarfaVersion.current)"))",
      ".SH NAME", "\(Self.escaped(name)) \\- \(Self.escaped(summary))", ".SH SYNOPSIS",
      ".B \(Self.escaped(path.joined(separator: " ")))",
    ]
    lines += arguments.map { Self.escaped(Self.synopsis(of: $0)) }
    if !children.isEmpty { lines.append("<command>") }
    lines += Self.description(command.text("discussion"))
    let names = (command["aliases"]?.arrayValue ?? []).compactMap(\.stringValue)
    if !names.isEmpty { lines += [".PP", "Also: \(names.joined(separator: ", "))."] }
    lines += Self.section("COMMANDS", children) { ($0.text("commandName"), $0.text("abstract")) }
    lines += Self.section("ARGUMENTS", arguments.filter { $0.text("kind") == "positional" }) {
      ("<\($0.text("valueName"))>", $0.text("abstract"))
    }
    lines += Self.section("OPTIONS", arguments.filter { $0.text("kind") != "positional" }) {
      (Self.names(of: $0), $0.text("abstract"))
    }
    let others = path.count > 1 ? [path.dropLast().joined(separator: "-")] : []
    let related = others + children.map { "\(name)-\($0.text("commandName"))" }
    if !related.isEmpty {
      lines += [
        ".SH SEE ALSO", related.map { "\\fB\(Self.escaped($0))\\fR(1)" }.joined(separator: ", "),
      ]
    }
    text = lines.joined(separator: "\n") + "\n"
  }

  private static func description(_ discussion: String) -> [String] {
    guard !discussion.isEmpty else { return [] }
    var lines = [".SH DESCRIPTION"]
    for paragraph in discussion.split(separator: "\n", omittingEmptySubsequences: true) {
      lines += [".PP", escaped(String(paragraph))]
    }
    return lines
  }

  private static func section(
    _ title: String, _ entries: [Fields], _ text: (Fields) -> (String, String)
  ) -> [String] {
    guard !entries.isEmpty else { return [] }
    return [".SH \(title)"]
      + entries.flatMap { entry in
        let (head, body) = text(entry)
        return [".TP", ".B \(escaped(head))", body.isEmpty ? "\\&" : escaped(body)]
      }
  }

  /// An option's names with its value, such as `-t, --title <title>`.
  private static func names(of argument: Fields) -> String {
    let names = argument.list("names").map { name in
      (name.text("kind") == "long" ? "--" : "-") + name.text("name")
    }
    let isShort = { (name: String) in !name.hasPrefix("--") }
    let ordered = names.filter(isShort) + names.filter { !isShort($0) }
    let value = argument.text("kind") == "option" ? " <\(argument.text("valueName"))>" : ""
    return ordered.joined(separator: ", ") + value
  }

  private static func synopsis(of argument: Fields) -> String {
    let isRepeated = argument["isRepeating"] == true
    let form =
      argument.text("kind") == "positional"
      ? "<\(argument.text("valueName"))>" : names(of: argument)
    let whole = isRepeated ? form + " ..." : form
    return argument["isOptional"] == true ? "[\(whole)]" : whole
  }

  /// Text that troff shows as it is: a backslash and a hyphen mean something there, and so does a
  /// dot or an apostrophe at a line's start.
  private static func escaped(_ text: String) -> String {
    let safe = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
    return safe.hasPrefix(".") || safe.hasPrefix("'") ? "\\&" + safe : safe
  }

  /// Text after a macro's name, where quotes would be taken away.
  private static func word(_ text: String) -> String {
    escaped(text).replacing("\"", with: "\\(dq")
  }

  private static func quoted(_ text: String) -> String {
    "\"\(escaped(text).replacing("\"", with: "\\(dq"))\""
  }
}

extension [String: JSONValue] {
  fileprivate func text(_ name: String) -> String { self[name]?.stringValue ?? "" }

  fileprivate func list(_ name: String) -> [[String: JSONValue]] {
    (self[name]?.arrayValue ?? []).compactMap(\.objectValue)
  }
}
