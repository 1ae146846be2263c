import MarfaModel
import Testing

@Suite(.timeLimit(.minutes(20))) struct EdgeRulesTests {
  private let rules = EdgeRules(
    itemTypes: CoreTypes.registry,
    custom: [
      EdgeType(
        id: "app.shops-for", sourceTypeConstraints: ["core.entity"],
        targetTypeConstraints: ["core.task"]),
      EdgeType(id: "app.keeps", cascadeOnDelete: .block),
    ])
  private let types = [
    "a": "core.note", "b": "core.note", "c": "core.note", "d": "core.note",
    "p": "core.entity.person", "t": "core.task",
  ]

  private func lookup(_ edges: [(String, String, String)]) -> EdgeList {
    EdgeList(
      edges: edges.enumerated().map { index, edge in
        Edge(
          id: "e\(index)", sourceId: edge.0, targetId: edge.1, edgeType: edge.2, createdAt: "",
          updatedAt: "")
      }, itemTypes: types)
  }

  private func code(
    _ edges: [(String, String, String)], adding new: (String, String, String),
    properties: [String: JSONValue]? = nil
  ) -> String? {
    TypeRegistryTests.code {
      try rules.validate(
        CreateEdgeInput(
          sourceId: new.0, targetId: new.1, edgeType: new.2, properties: properties),
        in: lookup(edges))
    }
  }

  @Test func `the core types are the eight of the documentation`() {
    let cardinalities = EdgeType.core.map { "\($0.id) \($0.cardinality.rawValue)" }

    #expect(
      cardinalities == [
        "about many-to-many", "parent-of one-to-many", "in-thread many-to-one",
        "attached-to many-to-many", "references many-to-many", "authored-by many-to-many",
        "derived-from many-to-many", "supersedes one-to-one",
      ])
    #expect(EdgeType.core.filter { $0.cascadeOnDelete == .cascade }.map(\.id) == ["parent-of"])
  }

  @Test func `edges that break nothing are allowed`() {
    #expect(code([], adding: ("a", "b", "about")) == nil)
    #expect(code([("a", "b", "about")], adding: ("a", "c", "about")) == nil)
    #expect(code([("a", "b", "parent-of")], adding: ("a", "c", "parent-of")) == nil)
    #expect(code([("a", "t", "in-thread")], adding: ("b", "t", "in-thread")) == nil)
    #expect(code([], adding: ("a", "a", "references")) == nil)
    #expect(code([], adding: ("p", "t", "app.shops-for")) == nil)
    #expect(code([("b", "a", "references")], adding: ("a", "b", "references")) == nil)
  }

  @Test func `edges that break a constraint are refused`() {
    let violation = ErrorCode.edgeConstraintViolation

    #expect(code([("a", "b", "about")], adding: ("a", "b", "about")) == violation)
    #expect(code([("a", "b", "parent-of")], adding: ("c", "b", "parent-of")) == violation)
    #expect(code([("a", "b", "in-thread")], adding: ("a", "c", "in-thread")) == violation)
    #expect(code([("a", "b", "supersedes")], adding: ("a", "c", "supersedes")) == violation)
    #expect(code([("a", "b", "supersedes")], adding: ("c", "b", "supersedes")) == violation)
    #expect(code([], adding: ("a", "t", "app.shops-for")) == violation)
    #expect(code([], adding: ("p", "a", "app.shops-for")) == violation)
  }

  @Test func `a large notebook's other edges are not read to add one`() throws {
    let lookup = LargeSource()
    try rules.validate(
      CreateEdgeInput(sourceId: "a", targetId: "b", edgeType: "parent-of"), in: lookup)

    let refused = TypeRegistryTests.code {
      try rules.validate(
        CreateEdgeInput(sourceId: "a", targetId: "child", edgeType: "parent-of"), in: lookup)
    }
    #expect(refused == ErrorCode.edgeConstraintViolation)
  }

  /// An item with too many edges to look through, one of them to `child`.
  private struct LargeSource: EdgeLookup {
    func edges(from sourceId: String, ofType edgeType: String) throws -> [Edge] {
      Issue.record("all edges of the source were read")
      return []
    }

    func edges(to targetId: String, ofType edgeType: String) -> [Edge] { [] }

    func edge(from sourceId: String, to targetId: String, ofType edgeType: String) -> Edge? {
      guard targetId == "child" else { return nil }
      return Edge(
        id: "e", sourceId: sourceId, targetId: targetId, edgeType: edgeType, createdAt: "",
        updatedAt: "")
    }

    func itemType(of id: String) -> String? { id == "a" ? "core.group" : "core.note" }
  }

  @Test func `edges that close a circle are refused`() {
    let chain = [("a", "b", "parent-of"), ("b", "c", "parent-of")]

    #expect(code([], adding: ("a", "a", "parent-of")) == ErrorCode.edgeCycle)
    #expect(code(chain, adding: ("c", "a", "parent-of")) == ErrorCode.edgeCycle)
    #expect(code(chain, adding: ("c", "d", "parent-of")) == nil)
    #expect(
      code([("a", "b", "supersedes")], adding: ("b", "a", "supersedes")) == ErrorCode.edgeCycle)
  }

  @Test func `unknown things are not found and wrong properties are invalid`() {
    #expect(code([], adding: ("a", "b", "app.none")) == ErrorCode.edgeTypeNotFound)
    #expect(code([], adding: ("a", "z", "about")) == ErrorCode.itemNotFound)
    #expect(
      code([], adding: ("a", "t", "in-thread"), properties: ["position": "first"])
        == ErrorCode.invalidProperties)
  }

  @Test(arguments: [
    ("shops-for", ErrorCode.invalidSchema), ("App.x", ErrorCode.invalidSchema),
    ("app.a--b", ErrorCode.invalidSchema), ("core.x", ErrorCode.reservedNamespace),
    ("app.shops-for", ErrorCode.conflict),
  ])
  func `a custom type needs a free name with a namespace`(name: String, code: String) {
    #expect(
      code == TypeRegistryTests.code { try rules.validateRegistration(of: EdgeType(id: name)) })
  }

  @Test func `a core type cannot be removed`() {
    var changed = rules
    changed.remove("about")
    changed.remove("app.keeps")

    #expect(changed.edgeTypes["about"] != nil)
    #expect(changed.edgeTypes["app.keeps"] == nil)
    #expect(
      TypeRegistryTests.code { try rules.validateRemoval(of: "about") }
        == ErrorCode.validationError)
  }

  @Test func `purging takes children along and stops at a blocking edge`() throws {
    let tree = [("a", "b", "parent-of"), ("b", "c", "parent-of"), ("a", "d", "references")]

    func plan(_ edges: [(String, String, String)]) throws -> DeletionPlan {
      try DeletionPlan(purging: "a", rules: rules, lookup: lookup(edges)) { _ in true }
    }

    #expect(try plan(tree).itemIds == ["a", "b", "c"])
    #expect(
      TypeRegistryTests.code {
        _ = try plan(tree + [("c", "d", "app.keeps")])
      } == ErrorCode.edgeConstraintViolation)
    #expect(try plan(tree + [("c", "b", "app.keeps")]).itemIds.count == 3)
  }

  @Test func `purging takes nothing that is not in the trash, and nothing behind it`() throws {
    let tree = [
      ("a", "b", "parent-of"), ("b", "c", "parent-of"), ("a", "d", "parent-of"),
      ("c", "e", "app.keeps"),
    ]

    let plan = try DeletionPlan(purging: "a", rules: rules, lookup: lookup(tree)) {
      ["c", "d"].contains($0)
    }

    #expect(plan.itemIds == ["a", "d"])
  }
}
