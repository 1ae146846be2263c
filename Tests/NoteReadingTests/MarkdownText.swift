import NoteReading
import Settings

/// A text laid out with some options.
func rendered(
  _ text: String, width: Int = 40, isASCII: Bool = false,
  linkForm: RenderOptions.LinkForm = .underlined, maximumLines: Int? = nil,
  _ change: (inout RenderOptions) -> Void = { _ in }
) -> RenderedDocument {
  var options = RenderOptions(
    width: width, styles: MarkdownStyles(CompiledThemes.standard.style), isASCII: isASCII,
    linkForm: linkForm, maximumLines: maximumLines)
  change(&options)
  return MarkdownRenderer.render(text, options: options)
}

/// The lines of a text laid out, without styles.
func lines(_ text: String, width: Int = 40, isASCII: Bool = false) -> [String] {
  rendered(text, width: width, isASCII: isASCII).lines.map(\.text)
}
