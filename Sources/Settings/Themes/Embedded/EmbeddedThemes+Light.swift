extension EmbeddedThemes {
  static let light = #"""
    # Dark on light, in the 256 colours of the xterm palette.

    inherits: dark

    palette:
      base: 231
      raised: 254
      code: 255
      text: 235
      strong: 16
      dim: 240
      accent: 25
      second: 23
      third: 90
      good: 22
      warn: 94
      bad: 124
      line: 245
      selection: 252
      inactive: 254
      highlight: 222
      on-highlight: 16
      on-bad: 231
    """#
}
