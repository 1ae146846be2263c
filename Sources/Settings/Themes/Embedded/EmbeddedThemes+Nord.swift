extension EmbeddedThemes {
  static let nord = #"""
    # Nord: the blues and greys of the polar night.
    #
    # A tone is lighter or darker than the original where that had less than 4.5:1 to its background.

    inherits: dark

    palette:
      base: "#2e3440"
      raised: "#3b4252"
      code: "#292e39"
      text: "#d8dee9"
      strong: "#eceff4"
      dim: "#a7afc0"
      accent: "#88c0d0"
      second: "#8fbcbb"
      third: "#c4a6be"
      good: "#a3be8c"
      warn: "#ebcb8b"
      bad: "#d9a0a6"
      line: "#656e7f"
      selection: "#434c5e"
      inactive: "#3b4252"
      highlight: "#ebcb8b"
      on-highlight: "#2e3440"
      on-bad: "#2e3440"
    """#
}
