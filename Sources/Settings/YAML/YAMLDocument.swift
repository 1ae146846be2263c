import Yams

/// Reads one YAML document into positioned values.
///
/// Everything that a person or a stranger may have written comes through here: depth, size and
/// aliases are bounded, and each failure is one remark with its line and column.
package enum YAMLDocument {
  /// Nesting beyond this is refused; libyaml itself stops at 1000.
  package static let maximumDepth = 64
  /// More nodes than this, aliases expanded, are refused.
  package static let maximumNodeCount = 50_000
  /// More anchors than this are refused, since each may double the document.
  package static let maximumAnchorCount = 16

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - text: The document; empty or only comments is a null scalar.
  ///   - file: The file's name for remarks.
  ///   - firstLine: The number of the text's first line in the file, from 1.
  /// - Returns: The root.
  /// - Throws: A `Diagnostic` wrapped in `YAMLError`.
  package static func parse(
    _ text: String, file: String, firstLine: Int = 1
  ) throws(YAMLError) -> YAMLValue {
    var reading = Reading(file: file, lineOffset: firstLine - 1)
    return try reading.root(of: text)
  }

  /// Reads a text in which a key may be named more than once: the first one counts, the others are
  /// reported and ignored.
  ///
  /// - Parameters:
  ///   - text: The document, as for `parse`.
  ///   - file: The file's name for remarks.
  /// - Returns: The root, nil for a text that is not YAML, and what is wrong.
  package static func read(
    _ text: String, file: String
  ) -> (root: YAMLValue?, diagnostics: [Diagnostic]) {
    var reading = Reading(file: file, lineOffset: 0)
    reading.repeated = RepeatedKeys(text)
    do {
      let root = try reading.root(of: text)
      return (root, reading.diagnostics)
    } catch {
      return (nil, [error.diagnostic])
    }
  }
}

/// A text that is not a YAML document, with the place.
package struct YAMLError: Error, Hashable, Sendable {
  /// What is wrong and where.
  package let diagnostic: Diagnostic

  package init(_ diagnostic: Diagnostic) { self.diagnostic = diagnostic }
}

/// The state of reading one document.
private struct Reading {
  let file: String
  let lineOffset: Int
  var nodeCount = 0
  /// Keys that were named again; nil where that is refused.
  var repeated: RepeatedKeys?
  /// What was wrong and left out.
  var diagnostics: [Diagnostic] = []

  mutating func root(of text: String) throws(YAMLError) -> YAMLValue {
    do {
      try refuseManyAnchors(text)
      guard let root = try compose(text) else {
        return YAMLValue(
          .scalar("", isQuoted: false), at: SourcePosition(line: lineOffset + 1, column: 1))
      }
      return try value(of: root, depth: 0)
    } catch let error as YAMLError {
      throw error
    } catch let error as YamlError {
      throw failure(error)
    } catch {
      throw self.error("cannot be read as YAML: \(error)", at: nil)
    }
  }

  private mutating func compose(_ text: String) throws -> Node? {
    var text = text
    while true {
      do {
        // The basic resolver tells no kinds apart, and so needs no regular expressions.
        return try Yams.compose(yaml: text, .basic)
      } catch YamlError.duplicatedKeysInMapping(let names, let context) {
        let place = position(context.mark)
        guard let name = names.first, let masked = repeated?.mask(name, at: place) else {
          throw YamlError.duplicatedKeysInMapping(duplicates: names, context: context)
        }
        text = masked
      }
    }
  }

  private func error(_ message: String, at position: SourcePosition?) -> YAMLError {
    YAMLError(Diagnostic(.error, file: file, position: position, message: message))
  }

  private func position(_ mark: Mark?) -> SourcePosition {
    SourcePosition(line: (mark?.line ?? 1) + lineOffset, column: mark?.column ?? 1)
  }

  // MARK: - Bounds

  /// Counts what looks like an anchor outside of plain text.
  func refuseManyAnchors(_ text: String) throws(YAMLError) {
    var count = 0
    var line = 1
    var previous: UInt8 = 0x0a
    for byte in text.utf8 {
      let opens = previous <= 0x20 || previous == UInt8(ascii: "[") || previous == UInt8(ascii: "{")
      if byte == UInt8(ascii: "&"), opens || previous == UInt8(ascii: ",") { count += 1 }
      if count > YAMLDocument.maximumAnchorCount {
        throw error(
          "more than \(YAMLDocument.maximumAnchorCount) anchors (&name) are not allowed",
          at: SourcePosition(line: line + lineOffset, column: 1))
      }
      if byte == 0x0a { line += 1 }
      previous = byte
    }
  }

  // MARK: - Nodes

  mutating func value(of node: Node, depth: Int) throws(YAMLError) -> YAMLValue {
    nodeCount += 1
    let place = position(node.mark)
    guard depth <= YAMLDocument.maximumDepth else { throw error("nested too deeply", at: place) }
    guard nodeCount <= YAMLDocument.maximumNodeCount else {
      throw error("more than \(YAMLDocument.maximumNodeCount) values", at: place)
    }
    switch node {
    case .scalar(let scalar):
      let isQuoted = scalar.style != .plain && scalar.style != .any
      return YAMLValue(.scalar(scalar.string, isQuoted: isQuoted), at: place)
    case .sequence(let sequence):
      var elements: [YAMLValue] = []
      for element in sequence { elements.append(try value(of: element, depth: depth + 1)) }
      return YAMLValue(.sequence(elements), at: place)
    case .mapping(let mapping):
      return YAMLValue(.mapping(try entries(of: mapping, depth: depth)), at: place)
    case .alias:
      throw error("an alias that cannot be followed", at: place)
    }
  }

  private mutating func entries(
    of mapping: Node.Mapping, depth: Int
  ) throws(YAMLError) -> [YAMLValue.Entry] {
    var entries: [YAMLValue.Entry] = []
    var lines: [String: Int] = [:]
    for (key, node) in mapping {
      guard case .scalar(let scalar) = key else {
        throw error("a key must be text", at: position(key.mark))
      }
      let place = position(scalar.mark)
      let name = repeated?.names[place] ?? scalar.string
      let value = try value(of: node, depth: depth + 1)
      if let first = lines[name] {
        let message = "the key '\(name)' is already in line \(first); this one is ignored"
        diagnostics.append(Diagnostic(.error, file: file, position: place, message: message))
        continue
      }
      lines[name] = place.line
      entries.append(YAMLValue.Entry(key: name, position: place, value: value))
    }
    return entries
  }

  // MARK: - Failures

  func failure(_ failure: YamlError) -> YAMLError {
    switch failure {
    case .scanner(let context, let problem, let mark, _),
      .parser(let context, let problem, let mark, _),
      .composer(let context, let problem, let mark, _):
      let detail = context.map { "\(problem) \($0.text)" } ?? problem
      return error(detail, at: position(mark))
    case .reader(let problem, let offset, _, let yaml):
      return error(problem, at: offset.map { position(at: $0, in: yaml) })
    case .duplicatedKeysInMapping(let duplicates, let context):
      let names = duplicates.map { "'\($0)'" }.joined(separator: ", ")
      return error("the key \(names) appears twice", at: position(context.mark))
    default:
      return error("cannot be read as YAML", at: nil)
    }
  }

  private func position(at offset: Int, in text: String) -> SourcePosition {
    let before = text.prefix(offset)
    let line = before.count { $0.isNewline } + 1
    let column = before.reversed().prefix { !$0.isNewline }.count + 1
    return SourcePosition(line: line + lineOffset, column: column)
  }
}
