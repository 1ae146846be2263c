extension EmbeddedThemes {
  static let vellum = #"""
    # Ink on warm paper, for bright rooms.

    inherits: light

    palette:
      base: "#f7f1e3"
      raised: "#ece3cf"
      code: "#efe7d5"
      text: "#2f2a24"
      strong: "#120f0b"
      dim: "#6b6152"
      accent: "#8a3b12"
      second: "#1d5c63"
      third: "#7a2f5d"
      good: "#3f6212"
      warn: "#7a5200"
      bad: "#a3201d"
      line: "#a89a80"
      selection: "#dccfb1"
      inactive: "#e6dbc3"
      highlight: "#e0b364"
      on-highlight: "#120f0b"
      on-bad: "#f7f1e3"
    """#
}
