extension EmbeddedThemes {
  static let everforest = #"""
    # Everforest: soft greens on forest grey.
    #
    # A tone is lighter or darker than the original where that had less than 4.5:1 to its background.

    inherits: dark

    palette:
      base: "#2d353b"
      raised: "#3d484d"
      code: "#232a2e"
      text: "#d3c6aa"
      strong: "#fdf6e3"
      dim: "#adb7af"
      accent: "#a7c080"
      second: "#87c295"
      third: "#dba6bf"
      good: "#a7c080"
      warn: "#dbbc7f"
      bad: "#eda1a2"
      line: "#6d7479"
      selection: "#475258"
      inactive: "#3d484d"
      highlight: "#dbbc7f"
      on-highlight: "#2d353b"
      on-bad: "#2d353b"
    """#
}
