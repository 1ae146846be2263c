extension EmbeddedThemes {
  static let gruvboxLight = #"""
    # Gruvbox: warm, earthy colours on cream.
    #
    # A tone is lighter or darker than the original where that had less than 4.5:1 to its background.

    inherits: light

    palette:
      base: "#fbf1c7"
      raised: "#ebdbb2"
      code: "#f2e5bc"
      text: "#3c3836"
      strong: "#282828"
      dim: "#695e55"
      accent: "#ad3903"
      second: "#076678"
      third: "#8f3f71"
      good: "#66610c"
      warn: "#84560f"
      bad: "#9d0006"
      line: "#a89b83"
      selection: "#d5c4a1"
      inactive: "#ebdbb2"
      highlight: "#fabd2f"
      on-highlight: "#282828"
      on-bad: "#fbf1c7"
    """#
}
