extension CodeLanguage {
  /// Languages that are interpreted, and those of queries.
  static let scripts = [
    python, javaScript, typeScript, ruby, php, shell, sql, lua, perl, r,
  ]

  private static let python = CodeLanguage(
    ["python", "py", "python3", "ipython"],
    """
    and as assert async await break case class continue def del elif else except False finally for
    from global if import in is lambda match None nonlocal not or pass raise return self True try
    while with yield
    """,
    lineComments: ["#"], strings: [.tripleDouble, .tripleSingle, .double, .single], wordSigns: "@")

  private static let javaScriptKeywords = """
    as async await break case catch class const continue debugger default delete do else export
    extends false finally for from function get if import in instanceof let new null of return set
    static super switch this throw true try typeof undefined var void while with yield
    """

  private static let javaScript = CodeLanguage(
    ["javascript", "js", "jsx", "mjs", "node"], javaScriptKeywords, lineComments: ["//"],
    blockComments: [.c], strings: [.double, .single, .backtick], wordSigns: "$")

  private static let typeScript = CodeLanguage(
    ["typescript", "ts", "tsx"],
    javaScriptKeywords
      + """
       abstract any boolean declare enum implements infer interface is keyof namespace never number
      object override private protected public readonly satisfies string symbol type unknown
      """,
    lineComments: ["//"], blockComments: [.c], strings: [.double, .single, .backtick],
    wordSigns: "$@")

  private static let ruby = CodeLanguage(
    ["ruby", "rb"],
    """
    alias and attr_accessor attr_reader begin break case class def defined? do else elsif end ensure
    extend false for if in include module next nil not or raise redo require rescue retry return self
    super then true undef unless until when while yield
    """,
    lineComments: ["#"], blockComments: [BlockComment(opening: "=begin", closing: "=end")],
    wordSigns: "?@")

  private static let php = CodeLanguage(
    ["php"],
    """
    abstract and array as break case catch class clone const continue declare default do echo else
    elseif enum extends false final finally fn for foreach function global if implements include
    instanceof interface match namespace new null or print private protected public readonly require
    return static switch this throw trait true try use var while yield
    """,
    lineComments: ["//", "#"], blockComments: [.c])

  private static let shell = CodeLanguage(
    ["bash", "sh", "shell", "zsh", "fish", "console", "dockerfile", "make", "makefile"],
    """
    alias break case cd continue declare do done echo elif else esac eval exec exit export fi for
    function if in local printf read readonly return select set shift source test then trap true
    false typeset umask unset until while ADD ARG CMD COPY ENTRYPOINT ENV EXPOSE FROM RUN USER WORKDIR
    """,
    lineComments: ["#"],
    strings: [
      StringForm(opening: "\"", closing: "\"", spansLines: true),
      StringForm(opening: "'", closing: "'", escape: nil, spansLines: true),
    ], wordSigns: "-$")

  private static let sql = CodeLanguage(
    ["sql", "sqlite", "postgresql", "postgres", "mysql", "plsql"],
    """
    add all alter and as asc avg begin between by case check column commit constraint count create
    cross database default delete desc distinct drop else end exists false foreign from full group
    having if in index inner insert integer into is join key left like limit max min not null offset
    on or order outer over partition pragma primary references returning right rollback select set
    sum table text then transaction trigger true union unique update using values view when where
    with
    """,
    lineComments: ["--"], blockComments: [.c], strings: [.plainSingle, .double], ignoresCase: true)

  private static let lua = CodeLanguage(
    ["lua"],
    """
    and break do else elseif end false for function goto if in local nil not or repeat return self
    then true until while
    """,
    lineComments: ["--"], blockComments: [BlockComment(opening: "--[[", closing: "]]")],
    strings: [
      .double, .single, StringForm(opening: "[[", closing: "]]", escape: nil, spansLines: true),
    ])

  private static let perl = CodeLanguage(
    ["perl", "pl"],
    """
    and bless chomp die do each else elsif eval exists for foreach if keys last local map my next no
    not or our package print push redo ref require return say scalar shift sub undef unless until use
    values while
    """,
    lineComments: ["#"], blockComments: [BlockComment(opening: "=pod", closing: "=cut")],
    wordSigns: "$")

  private static let r = CodeLanguage(
    ["r"],
    """
    break else FALSE for function if in Inf library NA NaN next NULL repeat require return TRUE while
    """,
    lineComments: ["#"], wordSigns: ".")
}
