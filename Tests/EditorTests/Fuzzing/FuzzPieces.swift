/// The words that random input is put together from.
enum FuzzPieces {
  /// What `tui_fuzz` presses, and a few more.
  static let keys: [String] =
    "abcdefghijklmnopqrstuvwxyz iIaAoOdcypuxvV0$wbeGgjkhl123:/".map(String.init)
    + ["<cr>", "<tab>", "<esc>", "<esc>", "<c-r>", "<c-v>", "<c-w>", "<bs>", "<bs>"]

  static let counts = ["2", "3", "9", "17", "300", "99999", "0"]

  static let operators = [
    "d", "c", "y", ">", "<lt>", "g~", "gu", "gU", "gq", "gw", "g?", "\"ad", "\"Ay", "\"_d", "\"+y",
    "v", "V", "<c-v>", "dv", "cV", "2d", "99999d", "=", "gc",
  ]

  static let motions = [
    "h", "j", "k", "l", "w", "b", "e", "ge", "W", "B", "E", "gE", "0", "^", "$", "g_", "|", "G",
    "gg", "H", "M", "L", "}", "{", ")", "(", "]]", "[[", "%", "fa", "Fe", "t ", "T.", ";", ",",
    "*", "#", "n", "N", "'a", "`a", "''", "``", "'.", "'^", "'<lt>", "`>", "iw", "aw", "iW", "aW",
    "is", "as", "ip", "ap", "i\"", "a'", "i`", "ib", "a(", "i[", "a]", "iB", "a{", "i<lt>", "ih",
    "ah", "il", "al", "ic", "ac", "ik", "ak", "gj", "gk", "g0", "g$", "+", "-", "_", "/a<cr>",
    "?e<cr>", "3j", "9999l", "99999G", "50%", "<c-d>", "<c-u>", "<c-f>", "<c-b>", "2iw", "3ap",
  ]

  static let commands =
    motions + operators + [
      "x", "X", "s", "S", "D", "C", "Y", "r漢", "r<cr>", "~", "J", "gJ", "p", "P", "\"ap", "\"1P",
      "\"+p", "u", "u", "<c-r>", ".", ".", "&", "g&", "i", "a", "I", "A", "o", "O", "gi", "R",
      "<esc>", "<esc>", "<esc>", "<c-c>", "<c-a>", "<c-x>", "ma", "mb", "qa", "q", "@a", "@@", "@:",
      "qb", "@b", "gx", "<c-space>", "<cr>", "<bs>", "<del>", "<tab>", "<s-tab>", "<c-t>", "<c-d>",
      "<c-w>", "<c-u>", "<c-o>", "<c-n>", "<c-r>a", "<c-r>\"", "gv", "o", "O", "I", "A", "g/", "y",
      "n", "a", "l", "zt", "zz", "zb", "<c-e>", "<c-y>", "/", "?", "g/a<cr>b<cr>", "<a-r>", "<a-c>",
      "<up>", "<down>", "<left>", "<right>", "<home>", "<end>", "<pageup>", "<pagedown>",
      "<c-home>", "<c-end>", "<c-left>", "<c-right>", ":", "漢", "é", " ", "\"",
    ]

  static let texts = [
    "a", "hello", "two words", "漢字かな", "e\u{301}", "\u{301}", "👨‍👩‍👧", "🇩🇪🇫🇷", "- item", "1. one",
    "9. nine", "> quote", "> - deep", "# Head", "```", "~~~", "---", "[[Note", "#tag", "- [ ] t",
    "(a (b) [c])", "\"q\" 'r' `s`", "12 -7 007", "one. two! three? ", "\t tab", "  ", "x  ",
    "| a | b |", "word word word word word word word word word word word word word word word word",
    "\r\n", "\u{200d}", "\u{1f1e9}", "<b>", "99999999999999999999", "=", "ab\\(", "",
  ]

  static let ranges = [
    "", "", "", "%", "1,$", ".,$", "$", "0", "1", ".,+2", "-1,.", "'a,'b", "/a/,$", "99999", "2;+1",
    "'<,'>",
  ]

  static let lines = [
    "d", "y", "d a", "j", ">", "<", "d 3", "m0", "m$", "m.", "t.", "t0", "t$", "pu", "pu!", "pu a",
    "sort", "sort! n", "sort iu", "s/a/b/", "s/a/bb/g", "s/\\w\\+/[&]/g", "s/$/x/", "s/^/- /",
    "s/x*//g", "s/e/\\r/g", "s/\\n//", "s/\\n\\n/\\r/g", "s/a/b/gc", "s//~/", "s/.*/\\U&/",
    "g/a/d", "g/e/m0", "g/./t.", "v/a/d", "g/a/s/a/b/g", "g/./norm xA!", "g/^/norm @a", "g/a/j",
    "g/./y A", "norm x", "norm @a", "norm dw", "norm Ahi", "norm 5.", "normal! vjd", "normal cGx",
    "&&", "&", "u", "redo", "k a", "ma b", "noh", "gq", "5", "s/a/b/|s/b/c/", "d|pu", "y|pu|1d",
  ]
}
