extension Surface {
  private static let asciiSigns: [Glyph: Glyph] = [
    "“": "\"", "”": "\"", "‘": "'", "’": "'", "…": "~", "–": "-", "—": "-", "›": ">", "‹": "<",
    "↑": "^", "↓": "v", "×": "x", "•": "*", "·": ".",
  ].reduce(into: [:]) { $0[Glyph(Character($1.key))] = Glyph(Character($1.value)) }

  /// Replaces typographic signs by the nearest of ASCII, in sentences as in notes.
  public mutating func useASCIISigns() {
    for index in packed.indices where packed[index].glyph.value >= 0x80 {
      guard let sign = Self.asciiSigns[packed[index].glyph] else { continue }
      packed[index].glyph = sign
    }
  }
}
