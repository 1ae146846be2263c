import Operations
import Testing

/// Conformance row C05: the equality of paths, and what matches what.
@Suite(.timeLimit(.minutes(20))) struct OperationPathTests {
  @Test func `OP-C05 a path is not equal to a longer one that begins with it`() {
    let short: OperationPath = ["a"]
    let long: OperationPath = ["a", "b"]

    #expect(short != long)
    #expect(Set([short, long, ["a"]]).count == 2)
    #expect(short.hashValue == OperationPath(["a"]).hashValue)
  }

  @Test func `elements of different types are different`() {
    #expect(OperationPath([1]) != OperationPath(["1"]))
    #expect(OperationPath([1]) != OperationPath([1.0]))
    #expect(OperationPath([1]) != OperationPath([UInt8(1)]))
  }

  @Test(
    arguments: [
      (["a", 1], [], true), (["a", 1], ["a"], true), (["a", 1], ["a", 1], true),
      (["a", 1], ["a", 2], false), (["a"], ["a", 1], false), ([], [], true), ([], ["a"], false),
    ] as [(OperationPath, OperationPath, Bool)])
  func `a path is matched by its prefixes`(
    path: OperationPath, prefix: OperationPath, isMatch: Bool
  ) {
    #expect(path.isPrefixed(by: prefix) == isMatch)
  }

  @Test func `appending joins the parts of paths in order`() {
    let path = OperationPath(["a"]).appending(1).appending(["b", 2] as OperationPath)

    #expect(path == ["a", 1, "b", 2])
    #expect("\(path)" == "[a, 1, b, 2]")
  }

  private struct Hashed: QueryRequest, Hashable {
    let number: Int

    func fetch(
      isolation: isolated (any Actor)?, in context: OperationContext,
      with continuation: OperationContinuation<Int, any Error>
    ) async throws -> Int {
      number
    }
  }

  private struct Identified: QueryRequest, Identifiable {
    let id: String

    func fetch(
      isolation: isolated (any Actor)?, in context: OperationContext,
      with continuation: OperationContinuation<Int, any Error>
    ) async throws -> Int {
      id.count
    }
  }

  @Test func `a request has a path by its hash or its id`() {
    #expect(Hashed(number: 1).path == OperationPath([Hashed(number: 1)]))
    #expect(Hashed(number: 1).path != Hashed(number: 2).path)
    #expect(Identified(id: "x").path == ["x"])
    #expect(Identified(id: "x").retry(limit: 1).path == ["x"])
  }

  private class Base: Hashable, @unchecked Sendable {
    static func == (lhs: Base, rhs: Base) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
  }

  private final class Derived: Base, @unchecked Sendable {}

  @Test func `elements of different types are different, wrapped, empty and inherited too`() {
    let elements: [OperationPath.Element] = [
      .init(1), .init(Int?.some(1)), .init(Int??.some(1)), .init(Int?.none), .init(String?.none),
      .init("1"), .init(Base()), .init(Derived()),
    ]

    for (index, element) in elements.enumerated() {
      #expect(elements.firstIndex(of: element) == index)
    }
    #expect(Set(elements).count == elements.count)
    #expect(OperationPath.Element(Int?.some(1)) == OperationPath.Element(Int?.some(1)))
    #expect(OperationPath.Element(Int?.none) == OperationPath.Element(Int?.none))
  }

  @Test func `an object is the same element whether its class or the base of that is known`() {
    let object = Derived()

    let elements = [OperationPath.Element(object), OperationPath.Element(object as Base)]

    #expect(elements[0] == elements[1] && elements[1] == elements[0])
    #expect(Set(elements).count == 1)
  }
}
