extension EmbeddedThemes {
  static let rosePine = #"""
    # Rosé Pine: muted rose, gold and pine on dark violet.
    #
    # A tone is lighter or darker than the original where that had less than 4.5:1 to its background.

    inherits: dark

    palette:
      base: "#191724"
      raised: "#26233a"
      code: "#1f1d2e"
      text: "#e0def4"
      strong: "#ffffff"
      dim: "#908caa"
      accent: "#ebbcba"
      second: "#9ccfd8"
      third: "#c4a7e7"
      good: "#6094a9"
      warn: "#f6c177"
      bad: "#eb6f92"
      line: "#545169"
      selection: "#403d52"
      inactive: "#26233a"
      highlight: "#f6c177"
      on-highlight: "#191724"
      on-bad: "#191724"
    """#
}
