extension EmbeddedThemes {
  static let dracula = #"""
    # Dracula: vivid colours on dark grey.
    #
    # A tone is lighter or darker than the original where that had less than 4.5:1 to its background.

    inherits: dark

    palette:
      base: "#282a36"
      raised: "#383a4a"
      code: "#21222c"
      text: "#f8f8f2"
      strong: "#ffffff"
      dim: "#9ba5c5"
      accent: "#bd93f9"
      second: "#8be9fd"
      third: "#ff79c6"
      good: "#50fa7b"
      warn: "#ffb86c"
      bad: "#ff7e7e"
      line: "#6272a4"
      selection: "#44475a"
      inactive: "#383a4a"
      highlight: "#f1fa8c"
      on-highlight: "#282a36"
      on-bad: "#282a36"
    """#
}
