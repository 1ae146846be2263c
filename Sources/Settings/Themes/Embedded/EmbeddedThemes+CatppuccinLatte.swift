extension EmbeddedThemes {
  static let catppuccinLatte = #"""
    # Catppuccin Latte: pastels on light grey.
    #
    # A tone is lighter or darker than the original where that had less than 4.5:1 to its background.

    inherits: light

    palette:
      base: "#eff1f5"
      raised: "#dce0e8"
      code: "#e6e9ef"
      text: "#4c4f69"
      strong: "#303446"
      dim: "#5e6174"
      accent: "#7e35de"
      second: "#1a59d5"
      third: "#91497e"
      good: "#2d701e"
      warn: "#8a5812"
      bad: "#c30e35"
      line: "#9ca0b0"
      selection: "#ccd0da"
      inactive: "#dce0e8"
      highlight: "#df8e1d"
      on-highlight: "#303446"
      on-bad: "#eff1f5"
    """#
}
