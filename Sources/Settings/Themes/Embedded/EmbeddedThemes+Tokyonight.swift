extension EmbeddedThemes {
  static let tokyonight = #"""
    # Tokyo Night: neon on midnight blue.
    #
    # A tone is lighter or darker than the original where that had less than 4.5:1 to its background.

    inherits: dark

    palette:
      base: "#1a1b26"
      raised: "#292e42"
      code: "#16161e"
      text: "#c0caf5"
      strong: "#ffffff"
      dim: "#8f95b5"
      accent: "#7aa2f7"
      second: "#7dcfff"
      third: "#bb9af7"
      good: "#9ece6a"
      warn: "#e0af68"
      bad: "#f7768e"
      line: "#545a77"
      selection: "#283457"
      inactive: "#292e42"
      highlight: "#e0af68"
      on-highlight: "#1a1b26"
      on-bad: "#1a1b26"
    """#
}
