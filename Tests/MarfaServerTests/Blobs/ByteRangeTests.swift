import MarfaServer
import Testing

@Suite(.timeLimit(.minutes(20))) struct ByteRangeTests {
  @Test(
    arguments: [
      (nil, 10, ByteRange.whole),
      ("bytes=2-5", 10, .part(2..<6)),
      ("bytes=2-", 10, .part(2..<10)),
      ("bytes=0-0", 10, .part(0..<1)),
      ("bytes=9-", 10, .part(9..<10)),
      ("bytes=-3", 10, .part(7..<10)),
      ("bytes=-30", 10, .part(0..<10)),
      ("BYTES=2-5", 10, .part(2..<6)),
      ("bytes=5-99999999999999999999", 10, .part(5..<10)),
      ("bytes=10-", 10, .unsatisfiable),
      ("bytes=10-20", 10, .unsatisfiable),
      ("bytes=167-971", 10, .unsatisfiable),
      ("bytes=99999999999999999999-", 10, .unsatisfiable),
      ("bytes=-0", 10, .unsatisfiable),
      ("bytes=0-", 0, .unsatisfiable),
      ("bytes=-5", 0, .unsatisfiable),
      ("bytes=5-2", 10, .whole),
      ("bytes=0-1,4-5", 10, .whole),
      ("items=0-1", 10, .whole),
      ("bytes=a-b", 10, .whole),
      ("bytes=-", 10, .whole),
      ("bytes=", 10, .whole),
      ("bytes=--5", 10, .whole),
    ] as [(String?, Int64, ByteRange)])
  func `a range header selects what RFC 9110 says`(
    header: String?, size: Int64, expected: ByteRange
  ) {
    #expect(ByteRange(header: header, size: size) == expected)
  }
}

@Suite(.timeLimit(.minutes(20))) struct EntityTagTests {
  @Test(
    arguments: [
      (nil, false), ("\"a\"", true), ("W/\"a\"", true), ("\"b\", \"a\"", true), ("*", true),
      ("\"b\"", false), ("", false), ("a", false),
    ] as [(String?, Bool)])
  func `a tag is found among those of If-None-Match`(header: String?, isFound: Bool) {
    #expect(EntityTag.matches(header, "\"a\"") == isFound)
  }

  @Test(
    arguments: [
      (nil, true), ("\"a\"", true), ("W/\"a\"", false), ("\"b\"", false),
      ("Sun, 06 Nov 1994 08:49:37 GMT", false),
    ] as [(String?, Bool)])
  func `only the same entity tag keeps a range`(header: String?, isPermitted: Bool) {
    #expect(EntityTag.permitsRange(header, "\"a\"") == isPermitted)
  }
}
