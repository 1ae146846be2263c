/// The keys of the `vim` and `plain` presets, as tables.
enum KeyTables {
  private typealias Row = (String, EditorAction)

  private static func bindings(_ rows: [Row]) -> [EditorKeymap.Binding] {
    rows.map { EditorKeymap.Binding(keys: $0.0, action: $0.1) }
  }

  static let motions = bindings([
    ("h", .motion(.left)), ("<left>", .motion(.left)), ("<bs>", .motion(.left)),
    ("l", .motion(.right)), ("<right>", .motion(.right)),
    ("j", .motion(.down)), ("<down>", .motion(.down)), ("<c-n>", .motion(.down)),
    ("k", .motion(.up)), ("<up>", .motion(.up)), ("<c-p>", .motion(.up)),
    ("gj", .motion(.screenDown)), ("gk", .motion(.screenUp)),
    ("0", .motion(.lineStart)), ("<home>", .motion(.lineStart)),
    ("^", .motion(.firstNonBlank)), ("$", .motion(.lineEnd)), ("<end>", .motion(.lineEnd)),
    ("g0", .motion(.rowStart)), ("g^", .motion(.rowStart)), ("g$", .motion(.rowEnd)),
    ("g_", .motion(.lastNonBlank)), ("|", .motion(.column)),
    ("+", .motion(.nextLineStart)), ("-", .motion(.previousLineStart)),
    ("_", .motion(.thisLineStart)),
    ("w", .motion(.wordForward)), ("W", .motion(.bigWordForward)),
    ("<c-right>", .motion(.wordForward)), ("<c-left>", .motion(.wordBackward)),
    ("e", .motion(.wordEnd)), ("E", .motion(.bigWordEnd)),
    ("b", .motion(.wordBackward)), ("B", .motion(.bigWordBackward)),
    ("ge", .motion(.wordEndBackward)), ("gE", .motion(.bigWordEndBackward)),
    ("f", .motion(.findForward)), ("F", .motion(.findBackward)),
    ("t", .motion(.tillForward)), ("T", .motion(.tillBackward)),
    (";", .motion(.repeatFind)), (",", .motion(.repeatFindReversed)),
    ("}", .motion(.paragraphForward)), ("{", .motion(.paragraphBackward)),
    (")", .motion(.sentenceForward)), ("(", .motion(.sentenceBackward)),
    ("]]", .motion(.headingForward)), ("[[", .motion(.headingBackward)),
    ("%", .motion(.matchingBracket)), ("gg", .motion(.textStart)), ("G", .motion(.textEnd)),
    ("<c-home>", .motion(.textStart)), ("<c-end>", .motion(.textEnd)),
    ("H", .motion(.screenTop)), ("M", .motion(.screenMiddle)), ("L", .motion(.screenBottom)),
    ("<c-d>", .motion(.halfPageDown)), ("<c-u>", .motion(.halfPageUp)),
    ("<c-f>", .motion(.pageDown)), ("<pagedown>", .motion(.pageDown)),
    ("<c-b>", .motion(.pageUp)), ("<pageup>", .motion(.pageUp)),
    ("/", .motion(.searchForward)), ("?", .motion(.searchBackward)),
    ("n", .motion(.searchNext)), ("N", .motion(.searchPrevious)),
    ("*", .motion(.searchWordForward)), ("#", .motion(.searchWordBackward)),
    ("'", .motion(.markLine)), ("`", .motion(.mark)),
    ("g'", .motion(.markLine)), ("g`", .motion(.mark)),
  ])

  static let operators = bindings([
    ("d", .operate(.delete)), ("c", .operate(.change)), ("y", .operate(.yank)),
    (">", .operate(.indent)), ("<lt>", .operate(.outdent)), ("g~", .operate(.toggleCase)),
    ("gw", .operate(.reflowInPlace)), ("=", .operate(.unknown)), ("!", .operate(.unknown)),
    ("g@", .operate(.unknown)), ("zf", .operate(.unknown)), ("zy", .operate(.unknown)),
    ("gc", .operate(.unknown)),
    ("gu", .operate(.lowercase)), ("gU", .operate(.uppercase)), ("gq", .operate(.reflow)),
    ("g?", .operate(.rot13)),
  ])

  static let objects = bindings(
    objectKeys.flatMap { key, kind in
      [
        ("i" + key, .object(TextObject(.inner, kind))),
        ("a" + key, .object(TextObject(.around, kind))),
      ] as [Row]
    })

  private static let objectKeys: [(String, TextObject.Kind)] = [
    ("w", .word), ("W", .bigWord), ("s", .sentence), ("p", .paragraph),
    ("\"", .doubleQuotes), ("'", .singleQuotes), ("`", .backticks),
    ("(", .parentheses), (")", .parentheses), ("b", .parentheses),
    ("[", .squareBrackets), ("]", .squareBrackets),
    ("{", .braces), ("}", .braces), ("B", .braces),
    ("<lt>", .angleBrackets), (">", .angleBrackets),
    ("h", .section), ("l", .listItem), ("c", .fencedBlock), ("k", .link),
  ]

  static let normalCommands = bindings([
    ("i", .command(.insert)), ("<insert>", .command(.insert)), ("a", .command(.append)),
    ("I", .command(.insertAtLineStart)), ("A", .command(.appendAtLineEnd)),
    ("o", .command(.openBelow)), ("O", .command(.openAbove)), ("gi", .command(.insertAgain)),
    ("<esc>", .command(.leave)), ("<c-c>", .command(.leave)),
    ("v", .command(.visual)), ("V", .command(.visualLines)), ("gv", .command(.reselect)),
    ("<c-v>", .command(.visualBlock)), ("<c-q>", .command(.visualBlock)),
    ("x", .command(.deleteCharacter)), ("<del>", .command(.deleteCharacter)),
    ("X", .command(.deleteCharacterBefore)), ("s", .command(.substitute)),
    ("S", .command(.substituteLine)), ("C", .command(.changeToLineEnd)),
    ("D", .command(.deleteToLineEnd)), ("Y", .command(.yankLine)),
    ("r", .command(.replaceCharacter)), ("R", .command(.replaceMode)),
    ("gr", .command(.replaceCharacter)), ("gR", .command(.replaceMode)),
    ("~", .command(.toggleCaseCharacter)), ("J", .command(.joinLines)),
    ("gJ", .command(.joinLinesAsTheyAre)), ("<c-a>", .command(.increment)),
    ("<c-x>", .command(.decrement)), ("ZZ", .command(.leaveNote)), ("ZQ", .command(.leaveNote)),
    ("p", .command(.paste)), ("P", .command(.pasteBefore)),
    ("u", .command(.undo)), ("<c-r>", .command(.redo)), (".", .command(.repeatChange)),
    ("&", .command(.repeatSubstitution)), ("g&", .command(.repeatSubstitutionInAll)),
    ("m", .command(.setMark)), ("q", .command(.recordMacro)), ("@", .command(.playMacro)),
    ("gx", .command(.toggleCheckbox)), ("<c-space>", .command(.toggleCheckbox)),
    ("gf", .command(.followLink)), ("<cr>", .command(.followLink)),
    ("g/", .command(.searchAndReplace)),
    ("<c-e>", .command(.scrollDown)), ("<c-y>", .command(.scrollUp)),
    ("zt", .command(.cursorToTop)), ("zz", .command(.cursorToMiddle)),
    ("zb", .command(.cursorToBottom)),
  ])

  static let visualCommands = bindings([
    ("<esc>", .command(.leave)), ("<c-c>", .command(.leave)),
    ("v", .command(.visual)), ("V", .command(.visualLines)), ("gv", .command(.reselect)),
    ("<c-v>", .command(.visualBlock)), ("<c-q>", .command(.visualBlock)),
    ("o", .command(.swapEnds)), ("O", .command(.swapColumns)),
    ("I", .command(.insertBeforeSelection)), ("A", .command(.appendAfterSelection)),
    ("x", .operate(.delete)), ("<del>", .operate(.delete)),
    ("X", .command(.deleteToLineEnd)), ("D", .command(.deleteToLineEnd)),
    ("s", .operate(.change)), ("S", .command(.substituteLine)),
    ("R", .command(.substituteLine)), ("C", .command(.changeToLineEnd)),
    ("Y", .command(.yankLine)), ("r", .command(.replaceCharacter)),
    ("~", .operate(.toggleCase)), ("u", .operate(.lowercase)), ("U", .operate(.uppercase)),
    ("J", .operate(.join)), ("gJ", .command(.joinLinesAsTheyAre)), ("p", .command(.paste)),
    ("P", .command(.pasteBefore)),
    ("m", .command(.setMark)), ("@", .command(.playMacro)),
    ("gx", .command(.toggleCheckbox)), ("<c-space>", .command(.toggleCheckbox)),
    ("g/", .command(.searchAndReplace)),
    ("<c-e>", .command(.scrollDown)), ("<c-y>", .command(.scrollUp)),
    ("zt", .command(.cursorToTop)), ("zz", .command(.cursorToMiddle)),
    ("zb", .command(.cursorToBottom)),
  ])

  private static let typing: [Row] = [
    ("<cr>", .command(.newline)), ("<tab>", .command(.indent)), ("<s-tab>", .command(.outdent)),
    ("<bs>", .command(.deleteBackward)), ("<c-h>", .command(.deleteBackward)),
    ("<del>", .command(.deleteForward)), ("<c-w>", .command(.deleteWordBackward)),
    ("<c-bs>", .command(.deleteWordBackward)), ("<a-bs>", .command(.deleteWordBackward)),
    ("<c-del>", .command(.deleteWordForward)), ("<c-space>", .command(.toggleCheckbox)),
    ("<left>", .motion(.left)), ("<right>", .motion(.right)), ("<up>", .motion(.screenUp)),
    ("<down>", .motion(.screenDown)), ("<home>", .motion(.lineStart)),
    ("<end>", .motion(.lineEnd)), ("<c-left>", .motion(.wordBackward)),
    ("<c-right>", .motion(.wordForward)), ("<c-home>", .motion(.textStart)),
    ("<c-end>", .motion(.textEnd)), ("<pageup>", .motion(.pageUp)),
    ("<pagedown>", .motion(.pageDown)),
  ]

  static let insertCommands = bindings(
    typing + [
      ("<esc>", .command(.leave)), ("<c-c>", .command(.leave)),
      ("<c-u>", .command(.deleteToLineStart)), ("<c-r>", .command(.insertRegister)),
      ("<c-t>", .command(.indentLine)), ("<c-d>", .command(.outdent)),
      ("<c-n>", .command(.complete)), ("<c-j>", .command(.newline)),
      ("<c-o>", .command(.normalOnce)),
    ])

  static let plainCommands = bindings(
    typing + [
      ("<esc>", .command(.leave)), ("<c-s>", .command(.save)), ("<c-c>", .command(.copy)),
      ("<c-x>", .command(.cut)), ("<c-v>", .command(.pasteClipboard)),
      ("<c-z>", .command(.undo)), ("<c-y>", .command(.redo)), ("<c-a>", .command(.selectAll)),
      ("<c-f>", .command(.find)), ("<f3>", .command(.findNext)),
      ("<s-f3>", .command(.findPrevious)), ("<c-g>", .command(.findNext)),
      ("<c-r>", .command(.searchAndReplace)), ("<c-n>", .command(.complete)),
      ("<a-cr>", .command(.followLink)),
      ("<s-left>", .extend(.left)), ("<s-right>", .extend(.right)),
      ("<s-up>", .extend(.screenUp)), ("<s-down>", .extend(.screenDown)),
      ("<s-home>", .extend(.lineStart)), ("<s-end>", .extend(.lineEnd)),
      ("<c-s-left>", .extend(.wordBackward)), ("<c-s-right>", .extend(.wordForward)),
      ("<c-s-home>", .extend(.textStart)), ("<c-s-end>", .extend(.textEnd)),
      ("<s-pageup>", .extend(.pageUp)), ("<s-pagedown>", .extend(.pageDown)),
    ])
}
