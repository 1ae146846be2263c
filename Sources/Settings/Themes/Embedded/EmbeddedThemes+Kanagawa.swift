extension EmbeddedThemes {
  static let kanagawa = #"""
    # Kanagawa: the blues and creams of the great wave.
    #
    # A tone is lighter or darker than the original where that had less than 4.5:1 to its background.

    inherits: dark

    palette:
      base: "#1f1f28"
      raised: "#2a2a37"
      code: "#16161d"
      text: "#dcd7ba"
      strong: "#ffffff"
      dim: "#968eac"
      accent: "#7e9cd8"
      second: "#7aa89f"
      third: "#9f8bbe"
      good: "#98bb6c"
      warn: "#e6c384"
      bad: "#e56d7a"
      line: "#56566e"
      selection: "#2d4f67"
      inactive: "#2a2a37"
      highlight: "#e6c384"
      on-highlight: "#1f1f28"
      on-bad: "#1f1f28"
    """#
}
