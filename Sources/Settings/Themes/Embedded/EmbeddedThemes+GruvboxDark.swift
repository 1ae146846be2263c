extension EmbeddedThemes {
  static let gruvboxDark = #"""
    # Gruvbox: warm, earthy colours on dark grey.
    #
    # A tone is lighter or darker than the original where that had less than 4.5:1 to its background.

    inherits: dark

    palette:
      base: "#282828"
      raised: "#3c3836"
      code: "#1d2021"
      text: "#ebdbb2"
      strong: "#fbf1c7"
      dim: "#afa18e"
      accent: "#fabd2f"
      second: "#89aa9d"
      third: "#d68ea2"
      good: "#b8bb26"
      warn: "#fe8019"
      bad: "#fc7c6d"
      line: "#6c635b"
      selection: "#504945"
      inactive: "#3c3836"
      highlight: "#fabd2f"
      on-highlight: "#282828"
      on-bad: "#282828"
    """#
}
