/// The lines of a YAML text, changed in place.
struct YAMLLines {
  private var lines: [String]

  init(_ text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
  }

  /// The whole text, ending in a line break.
  var text: String { lines.isEmpty ? "" : lines.joined(separator: "\n") + "\n" }

  /// Adds lines at the end.
  mutating func append(_ text: String) { lines.append(text) }

  /// Adds a line below the one with the given number, from 1.
  mutating func insert(_ line: String, afterLine number: Int) {
    lines.insert(line, at: min(number, lines.count))
  }

  /// Replaces the value of an entry and keeps a comment after it.
  mutating func replaceValue(of entry: YAMLValue.Entry, with value: String) {
    let index = entry.position.line - 1
    guard lines.indices.contains(index) else { return }
    let keyEnd = endOfKey(in: lines[index], from: entry.position.column - 1)
    let head = String(lines[index].unicodeScalars.prefix(keyEnd))
    let rest = String(lines[index].unicodeScalars.dropFirst(keyEnd))
    let isInline = entry.value.position.line == entry.position.line && !isBlock(rest)
    if isInline, let (lastLine, tail) = endOfFlow(rest, line: index) {
      lines.replaceSubrange(index...lastLine, with: ["\(head) \(value)\(tail)"])
    } else {
      lines.removeSubrange((index + 1)..<endOfBlock(after: index, column: entry.position.column))
      lines[index] = "\(head) \(value)" + comment(in: rest)
    }
  }

  /// Removes an entry with its lines; false when something else is on its first line.
  mutating func remove(_ entry: YAMLValue.Entry) -> Bool {
    let index = entry.position.line - 1
    let column = entry.position.column
    guard lines.indices.contains(index), lines[index].prefix(column - 1).allSatisfy({ $0 == " " })
    else { return false }
    let keyEnd = endOfKey(in: lines[index], from: column - 1)
    let rest = String(lines[index].unicodeScalars.dropFirst(keyEnd))
    var end = endOfBlock(after: index, column: column)
    if !isBlock(rest), let flow = endOfFlow(rest, line: index) { end = max(end, flow.line + 1) }
    lines.removeSubrange(index..<end)
    return true
  }

  // MARK: - Extents

  /// The scalars before the value: the key and its colon.
  private func endOfKey(in line: String, from start: Int) -> Int {
    let scalars = Array(line.unicodeScalars)
    var index = start
    var quote: Unicode.Scalar?
    while index < scalars.count {
      if let open = quote {
        if scalars[index] == open { quote = nil }
      } else if scalars[index] == "\"" || scalars[index] == "'" {
        quote = scalars[index]
      } else if scalars[index] == ":" {
        return index + 1
      }
      index += 1
    }
    return scalars.count
  }

  private func isBlock(_ rest: String) -> Bool {
    let first = rest.first { $0 != " " }
    return first == nil || first == "|" || first == ">" || first == "#"
  }

  private func comment(in rest: String) -> String {
    guard let hash = rest.range(of: " #") else { return "" }
    return String(rest[hash.lowerBound...])
  }

  /// The line after the last one that is indented more than the key, blanks at the end excluded.
  private func endOfBlock(after index: Int, column: Int) -> Int {
    var end = index + 1
    for next in (index + 1)..<max(index + 1, lines.count) {
      let trimmed = lines[next].drop { $0 == " " }
      if trimmed.isEmpty { continue }
      guard lines[next].count - trimmed.count >= column else { break }
      end = next + 1
    }
    return end
  }

  /// Where a value that begins on a key's line ends, and what comes after it there.
  private func endOfFlow(_ rest: String, line: Int) -> (line: Int, tail: String)? {
    var scanner = FlowScanner()
    var number = line
    var current = rest
    while true {
      if let end = scanner.end(in: current) {
        return (number, String(current.unicodeScalars.dropFirst(end)))
      }
      number += 1
      guard number < lines.count else { return nil }
      current = lines[number]
    }
  }
}

/// Follows one flow value over lines: quotes and brackets.
private struct FlowScanner {
  private var depth = 0
  private var quote: Unicode.Scalar?
  private var hasBegun = false
  private var isPlain = false

  /// The number of scalars of the line up to the value's end, or nil when it goes on.
  mutating func end(in line: String) -> Int? {
    let scalars = Array(line.unicodeScalars)
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      if let open = quote {
        if scalar == "\\", open == "\"" { index += 1 }
        if scalar == open {
          if open == "'", index + 1 < scalars.count, scalars[index + 1] == "'" {
            index += 1
          } else {
            quote = nil
            if depth == 0 { return index + 1 }
          }
        }
      } else if scalar == "#", index > 0, scalars[index - 1] == " " {
        return depth == 0 && isPlain ? trimmedEnd(scalars, index) : nil
      } else if scalar != " " {
        begin(scalar)
        if hasBegun, !isPlain, depth == 0, quote == nil { return index + 1 }
      }
      index += 1
    }
    return depth == 0 && isPlain ? trimmedEnd(scalars, scalars.count) : nil
  }

  private mutating func begin(_ scalar: Unicode.Scalar) {
    defer { hasBegun = true }
    switch scalar {
    case "\"", "'":
      if !isPlain || depth > 0 { quote = scalar }
    case "[", "{":
      if !isPlain { depth += 1 }
    case "]", "}":
      if !isPlain { depth -= 1 }
    default:
      if !hasBegun { isPlain = true }
    }
  }

  private func trimmedEnd(_ scalars: [Unicode.Scalar], _ end: Int) -> Int {
    var end = end
    while end > 0, scalars[end - 1] == " " { end -= 1 }
    return end
  }
}
