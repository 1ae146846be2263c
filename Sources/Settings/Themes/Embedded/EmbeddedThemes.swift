/// The files of `themes/` as they are in the program, so that a copied binary knows them all.
///
/// A test compares them with the files and writes them again when asked to; `default` and `mono`
/// are `CompiledThemes`, which need no reading.
package enum EmbeddedThemes {
  /// The names, alphabetically.
  package static let names = texts.keys.sorted()

  /// The content of a theme's file without its last line break, or nil.
  package static func text(named name: String) -> String? { texts[name] }

  private static let texts = [
    "catppuccin-latte": catppuccinLatte,
    "catppuccin-mocha": catppuccinMocha,
    "dark": dark,
    "dracula": dracula,
    "everforest": everforest,
    "gruvbox-dark": gruvboxDark,
    "gruvbox-light": gruvboxLight,
    "kanagawa": kanagawa,
    "light": light,
    "nord": nord,
    "reedbed": reedbed,
    "rose-pine-dawn": rosePineDawn,
    "rose-pine": rosePine,
    "solarized-dark": solarizedDark,
    "solarized-light": solarizedLight,
    "tokyonight": tokyonight,
    "vellum": vellum,
  ]
}
