import MarfaModel
import Testing

@testable import MarfaServer

/// A version as the difference from the one after it.
@Suite(.timeLimit(.minutes(20))) struct PropertiesDifferenceTests {
  private typealias Properties = [String: JSONValue]

  private func roundTrip(_ newer: Properties, _ older: Properties) throws -> Properties {
    let difference = PropertiesDifference(from: newer, to: older)
    return try PropertiesDifference(text: difference.text).applied(to: newer)
  }

  @Test(
    arguments: [
      (["a": "x"], ["a": "x"]), (["a": "x"], [:]), ([:], ["a": "x"]), (["a": "x"], ["a": 1]),
      (["a": nil], ["a": "x"]), (["a": "x"], ["a": nil]), (["a": [1, 2]], ["a": ["b": [:]]]),
      (["a": ""], ["a": "x"]), (["a": "x"], ["a": ""]), (["a": "xyx"], ["a": "xyxyx"]),
      (["a": "aaaa"], ["a": "aa"]), (["a": "é"], ["a": "è"]), (["a": "👍🏽"], ["a": "👍"]),
      (["a": "日本"], ["a": "日曜"]), (["a": "e\u{301}"], ["a": "é"]),
      (["a": "x", "b": "y"], ["a": "xx", "c": 2.5]), (["a": "\u{0}"], ["a": "\u{0}\u{0}"]),
    ] as [([String: JSONValue], [String: JSONValue])])
  func `the older properties come back`(newer: [String: JSONValue], older: [String: JSONValue])
    throws
  {
    let found = try roundTrip(newer, older)

    #expect(StoredJSON.text(found) == StoredJSON.text(older))
  }

  @Test func `random edits come back byte for byte`() throws {
    var random = SeededRandomness(seed: 5)
    let letters = ["a", "b", "é", "e\u{301}", "日", "👍🏽", "\n", "\u{200D}", "\\", "\""]
    var text: [String] = []
    for _ in 0..<2_000 {
      let before = text
      let place = Int.random(in: 0...text.count, using: &random)
      if Bool.random(using: &random) || text.isEmpty {
        text.insert(letters[Int.random(in: 0..<letters.count, using: &random)], at: place)
      } else {
        let end = min(text.count, place + Int.random(in: 0...3, using: &random))
        text.removeSubrange(place..<end)
      }
      let (newer, older) = (text.joined(), before.joined())
      let found = try roundTrip(["b": .string(newer)], ["b": .string(older)])
      #expect(Array(found["b"]?.stringValue?.utf8 ?? "".utf8) == Array(older.utf8))
    }
  }

  @Test func `a change of one place is as small as the change`() {
    let text = String(repeating: "line of text\n", count: 1_000)
    let difference = PropertiesDifference(
      from: ["body": .string(text + "new" + text), "title": "t"],
      to: ["body": .string(text + text), "title": "t"])

    #expect(difference.text.utf8.count < 60)
  }

  @Test(
    arguments: [
      #"{"a":{"at":5,"cut":0,"put":""}}"#, #"{"a":{"at":0,"cut":4,"put":""}}"#,
      #"{"a":{"at":-1,"cut":0,"put":""}}"#, #"{"a":{"at":1}}"#, #"{"a":1}"#,
      #"{"b":{"at":0,"cut":0,"put":""}}"#, #"{"a":{"at":1,"cut":9223372036854775807,"put":""}}"#,
      "[]",
    ])
  func `a difference from something else is refused`(text: String) {
    #expect(throws: StoreFailure.self) {
      try PropertiesDifference(text: text).applied(to: ["a": "abc"])
    }
  }
}
