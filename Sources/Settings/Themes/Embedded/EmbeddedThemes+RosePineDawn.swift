extension EmbeddedThemes {
  static let rosePineDawn = #"""
    # Rosé Pine Dawn: muted rose, gold and pine on light paper.
    #
    # A tone is lighter or darker than the original where that had less than 4.5:1 to its background.

    inherits: light

    palette:
      base: "#faf4ed"
      raised: "#f2e9e1"
      code: "#f4ede8"
      text: "#575279"
      strong: "#26233a"
      dim: "#696680"
      accent: "#995468"
      second: "#286983"
      third: "#736287"
      good: "#417079"
      warn: "#8c5e1f"
      bad: "#995468"
      line: "#9893a5"
      selection: "#dfdad9"
      inactive: "#f2e9e1"
      highlight: "#f6c177"
      on-highlight: "#26233a"
      on-bad: "#faf4ed"
    """#
}
