/// Writes YAML by hand, where an emitter would lose comments and layout.
package enum YAMLText {
  /// A text as a scalar on one line: plain where it reads back the same, else in double quotes.
  package static func scalar(_ text: String) -> String {
    isPlain(text) ? text : quoted(text)
  }

  /// A text in double quotes with everything special escaped.
  package static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where scalar.properties.generalCategory == .control || !isPrintable(scalar):
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x2028, 0x2029, 0xfeff, 0xfffe, 0xffff: false
    default: true
    }
  }

  /// Whether a plain scalar reads back as the same text in every YAML reader and in both block and
  /// flow context.
  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, first.properties.isAlphabetic,
      text.last?.isWhitespace == false
    else { return false }
    let words = ["true", "false", "yes", "no", "on", "off", "null", "y", "n"]
    guard !words.contains(text.lowercased()) else { return false }
    return text.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
        || "-_./ ()+".unicodeScalars.contains($0)
    }
  }
}
