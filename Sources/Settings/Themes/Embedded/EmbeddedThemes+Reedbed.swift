extension EmbeddedThemes {
  static let reedbed = #"""
    # Dusk over water: slate and teal, with the ochre of dry reed.

    inherits: dark

    palette:
      base: "#16211f"
      raised: "#1f2e2b"
      code: "#111a18"
      text: "#d5ddd3"
      strong: "#f1f4ec"
      dim: "#8fa39b"
      accent: "#7fc8b4"
      second: "#8fbfdc"
      third: "#d3a6c6"
      good: "#a3c76d"
      warn: "#e0b364"
      bad: "#ee8f7a"
      line: "#4d625b"
      selection: "#33504a"
      inactive: "#263a36"
      highlight: "#e0b364"
      on-highlight: "#16211f"
      on-bad: "#16211f"
    """#
}
