extension EmbeddedThemes {
  static let solarizedLight = #"""
    # Solarized on its light base.
    #
    # A tone is lighter or darker than the original where that had less than 4.5:1 to its background.

    inherits: light

    palette:
      base: "#fdf6e3"
      raised: "#eee8d5"
      code: "#eee8d5"
      text: "#4b5e63"
      strong: "#073642"
      dim: "#586b72"
      accent: "#1e6ca4"
      second: "#1e726c"
      third: "#ba3072"
      good: "#606e00"
      warn: "#826300"
      bad: "#c42c2a"
      line: "#93a1a1"
      selection: "#ddd6c1"
      inactive: "#eee8d5"
      highlight: "#b58900"
      on-highlight: "#062c36"
      on-bad: "#fdf6e3"
    """#
}
