/// The frame of a page for a browser.
enum HTMLPage {
  /// By this an export knows its own pages.
  static let mark = "<meta name=\"generator\" content=\"marfa\">"

  private static let style = """
    body{max-width:44rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif}
    img{max-width:100%}pre{overflow:auto;padding:.6rem;background:#8881}code{background:#8881}
    table{border-collapse:collapse}td,th{border:1px solid #8886;padding:.2rem .5rem}
    blockquote{margin-left:0;padding-left:1rem;border-left:3px solid #8886}
    .tags{opacity:.7}@media(prefers-color-scheme:dark){body{background:#111;color:#ddd}a{color:#8bf}}
    """

  /// A whole page.
  ///
  /// - Parameters:
  ///   - title: Its title, as text.
  ///   - content: What it shows, as HTML.
  /// - Returns: The page, as HTML.
  static func page(_ title: String, _ content: String) -> String {
    """
    <!DOCTYPE html>
    <html>
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    \(mark)
    <title>\(escaped(title))</title>
    <style>
    \(style)
    </style>
    </head>
    <body>
    \(content)
    </body>
    </html>

    """
  }

  /// A text with the characters that mean something in HTML escaped.
  static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.append(character)
      }
    }
  }
}
