extension CodeLanguage {
  /// Languages that are compiled.
  static let compiled = [
    swift, c, cPlusPlus, cSharp, java, kotlin, go, rust, haskell, zig,
  ]

  private static let swift = CodeLanguage(
    ["swift"],
    """
    actor any as associatedtype async await borrowing break case catch class consuming continue
    default defer deinit do else enum extension fallthrough false fileprivate final for func get
    guard if import in indirect init inout internal is isolated lazy let mutating nil nonisolated
    open operator override package precedencegroup private protocol public repeat rethrows return
    self Self set some static struct subscript super switch throw throws true try typealias unowned
    var weak where while
    """,
    lineComments: ["//"], blockComments: [BlockComment(opening: "/*", closing: "*/", nests: true)],
    strings: [.tripleDouble, .double], wordSigns: "@#")

  private static let cKeywords = """
    auto bool break case char const continue default do double else enum extern false float for goto
    if inline int long NULL register restrict return short signed sizeof size_t static struct switch
    true typedef union unsigned void volatile while #define #elif #else #endif #if #ifdef #ifndef
    #include #pragma #undef
    """

  private static let c = CodeLanguage(
    ["c", "h"], cKeywords, lineComments: ["//"], blockComments: [.c], wordSigns: "#")

  private static let cPlusPlus = CodeLanguage(
    ["cpp", "c++", "cc", "cxx", "hpp", "objc", "objective-c"],
    cKeywords
      + """
       alignas alignof catch class co_await co_return co_yield concept consteval constexpr constinit
      decltype delete dynamic_cast explicit export final friend import module mutable namespace new
      noexcept nullptr operator override private protected public reinterpret_cast requires
      static_assert static_cast template this throw try typeid typename using virtual
      """,
    lineComments: ["//"], blockComments: [.c], wordSigns: "#")

  private static let cSharp = CodeLanguage(
    ["cs", "csharp", "c#"],
    """
    abstract as async await base bool break byte case catch char class const continue decimal default
    delegate do double else enum event explicit extern false finally fixed float for foreach get goto
    if implicit in int interface internal is lock long namespace new null object operator out override
    params private protected public readonly record ref return sealed set short sizeof static string
    struct switch this throw true try typeof uint ulong unsafe ushort using var virtual void volatile
    when where while yield
    """,
    lineComments: ["//"], blockComments: [.c], strings: [.tripleDouble, .double, .single])

  private static let java = CodeLanguage(
    ["java"],
    """
    abstract assert boolean break byte case catch char class const continue default do double else
    enum extends false final finally float for goto if implements import instanceof int interface
    long native new null package permits private protected public record return sealed short static
    strictfp super switch synchronized this throw throws transient true try var void volatile while
    yield
    """,
    lineComments: ["//"], blockComments: [.c], strings: [.tripleDouble, .double, .single],
    wordSigns: "@")

  private static let kotlin = CodeLanguage(
    ["kotlin", "kt", "kts"],
    """
    abstract actual annotation as break by catch class companion const constructor continue data do
    else enum expect external false final finally for fun get if import in infix init inline inner
    interface internal is lateinit null object open operator out override package private protected
    public reified return sealed set super suspend tailrec this throw true try typealias val var
    vararg when where while
    """,
    lineComments: ["//"], blockComments: [BlockComment(opening: "/*", closing: "*/", nests: true)],
    strings: [.tripleDouble, .double, .single], wordSigns: "@")

  private static let go = CodeLanguage(
    ["go", "golang"],
    """
    any bool break byte case chan const continue default defer else error fallthrough false float32
    float64 for func go goto if import int int32 int64 interface iota map nil package range return
    rune select string struct switch true type uint uint32 uint64 var
    """,
    lineComments: ["//"], blockComments: [.c],
    strings: [
      .double, .single, StringForm(opening: "`", closing: "`", escape: nil, spansLines: true),
    ])

  private static let rust = CodeLanguage(
    ["rust", "rs"],
    """
    as async await bool break char const continue crate dyn else enum extern f32 f64 false fn for i32
    i64 if impl in isize let loop match mod move mut pub ref return self Self static str struct super
    trait true type u32 u64 u8 union unsafe use usize where while
    """,
    lineComments: ["//"], blockComments: [BlockComment(opening: "/*", closing: "*/", nests: true)],
    // A quote alone may begin a lifetime.
    strings: [StringForm(opening: "\"", closing: "\"", spansLines: true)])

  private static let haskell = CodeLanguage(
    ["haskell", "hs"],
    """
    as case class data default deriving do else family forall foreign hiding if import in infix infixl
    infixr instance let module newtype of qualified then type where
    """,
    lineComments: ["--"], blockComments: [BlockComment(opening: "{-", closing: "-}", nests: true)],
    strings: [.double], wordSigns: "'")

  private static let zig = CodeLanguage(
    ["zig"],
    """
    align and anytype bool break catch comptime const continue defer else enum errdefer error export
    extern false fn for if inline null opaque or orelse packed pub return struct switch test true try
    undefined union unreachable usingnamespace var void volatile while
    """,
    lineComments: ["//"], strings: [.double, .single], wordSigns: "@")
}
