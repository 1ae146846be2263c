/// Text for a person in which nothing acts on a terminal.
public enum HarmlessText {
  /// The text with controls and bidirectional controls shown by their numbers, such as `<001B>`;
  /// line breaks and tabs stay.
  public static func visible(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: acts) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if acts(scalar) {
        let code = String(scalar.value, radix: 16, uppercase: true)
        result += "<" + String(repeating: "0", count: max(0, 4 - code.count)) + code + ">"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func acts(_ scalar: Unicode.Scalar) -> Bool {
    if scalar == "\n" || scalar == "\t" { return false }
    return scalar.properties.generalCategory == .control || scalar.properties.isBidiControl
  }
}
