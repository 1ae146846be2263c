import MarfaModel
import Testing

@Suite(.timeLimit(.minutes(20))) struct HTTPDateTests {
  @Test(arguments: [
    (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777_999, "Sun, 06 Nov 1994 08:49:37 GMT"),
    (1_709_164_800_000, "Thu, 29 Feb 2024 00:00:00 GMT"),
  ])
  func `a time in a header is as RFC 9110 shows it`(milliseconds: Int64, text: String) {
    #expect(HTTPDate.string(Timestamp(milliseconds: milliseconds)) == text)
    #expect(HTTPDate.milliseconds(of: text) == milliseconds / 1_000 * 1_000)
  }

  @Test(arguments: [
    "", "Sun, 06 Nov 1994 08:49:37 CET", "Sunday, 06-Nov-94 08:49:37 GMT",
    "Sun, 06 Nov 9999999999 08:49:37 GMT", "Sun, 06 Nov 2147483647 08:49:37 GMT",
    "Sun, 06 Nov -9223372036854775808 08:49:37 GMT", "Sun, 32 Nov 1994 08:49:37 GMT",
    "Sun, 06 Nov 1994 24:49:37 GMT", "Sun, 06 Nov 1994 08:60:37 GMT",
    "Sun, 06 Nov 1994 08:49 GMT", "Sun, 06 Non 1994 08:49:37 GMT",
  ])
  func `a text that is no date of this calendar is none`(text: String) {
    #expect(HTTPDate.milliseconds(of: text) == nil)
  }
}
