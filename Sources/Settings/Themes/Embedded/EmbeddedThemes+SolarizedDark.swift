extension EmbeddedThemes {
  static let solarizedDark = #"""
    # Solarized on its dark base.
    #
    # A tone is lighter or darker than the original where that had less than 4.5:1 to its background.

    inherits: dark

    palette:
      base: "#002b36"
      raised: "#073642"
      code: "#073642"
      text: "#9fabab"
      strong: "#fdf6e3"
      dim: "#8d9d9e"
      accent: "#4da0da"
      second: "#3ba9a0"
      third: "#e176aa"
      good: "#90a217"
      warn: "#bc9417"
      bad: "#e87876"
      line: "#586e75"
      selection: "#0d4a58"
      inactive: "#073642"
      highlight: "#b58900"
      on-highlight: "#002b36"
      on-bad: "#002b36"
    """#
}
