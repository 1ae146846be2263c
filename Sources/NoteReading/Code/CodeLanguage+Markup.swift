extension CodeLanguage {
  /// Languages that describe data and documents.
  static let markup = [html, css, json, yaml, toml, tex]

  private static let html = CodeLanguage(
    ["html", "xml", "svg", "xhtml", "vue"], "",
    blockComments: [BlockComment(opening: "<!--", closing: "-->")],
    strings: [
      StringForm(opening: "\"", closing: "\"", escape: nil, spansLines: true)
    ], wordSigns: "-:!", marksTags: true)

  private static let css = CodeLanguage(
    ["css", "scss", "less"],
    "@charset @font-face @import @keyframes @layer @media @supports @use !important",
    lineComments: ["//"], blockComments: [.c], wordSigns: "-@!",
    lineStart: .key(UInt8(ascii: ":")))

  private static let json = CodeLanguage(
    ["json", "jsonc", "json5", "jsonl"], "false null true", lineComments: ["//"],
    blockComments: [.c], strings: [.double])

  private static let yaml = CodeLanguage(
    ["yaml", "yml"], "false no null off on true yes ~", lineComments: ["#"],
    wordSigns: "-.", lineStart: .key(UInt8(ascii: ":")))

  private static let toml = CodeLanguage(
    ["toml", "ini", "conf", "cfg", "properties"], "false true", lineComments: ["#", ";"],
    strings: [.tripleDouble, .double, .plainSingle], wordSigns: "-.",
    lineStart: .key(UInt8(ascii: "=")))

  private static let tex = CodeLanguage(
    ["tex", "latex"],
    #"""
    \begin \end \documentclass \usepackage \section \subsection \chapter \item \label \ref \cite
    \textbf \textit \emph \frac \sum \int \newcommand
    """#,
    lineComments: ["%"], strings: [StringForm(opening: "$", closing: "$")], wordSigns: "\\")
}
