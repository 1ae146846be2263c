extension EmbeddedThemes {
  static let catppuccinMocha = #"""
    # Catppuccin Mocha: pastels on dark violet.
    #
    # A tone is lighter or darker than the original where that had less than 4.5:1 to its background.

    inherits: dark

    palette:
      base: "#1e1e2e"
      raised: "#313244"
      code: "#181825"
      text: "#cdd6f4"
      strong: "#ffffff"
      dim: "#959bb4"
      accent: "#cba6f7"
      second: "#89b4fa"
      third: "#f5c2e7"
      good: "#a6e3a1"
      warn: "#f9e2af"
      bad: "#f38ba8"
      line: "#5b5e73"
      selection: "#45475a"
      inactive: "#313244"
      highlight: "#f9e2af"
      on-highlight: "#1e1e2e"
      on-bad: "#1e1e2e"
    """#
}
