import MarfaModel
import MarfaServer
import Testing

@Suite(.timeLimit(.minutes(20))) struct WebhookSignatureTests {
  /// Sum computed with `printf '1700000000.{"a":1}' | openssl dgst -sha256 -hmac secret`.
  @Test func `a signature is over the time, a full stop and the body`() {
    let header = WebhookSignature.header(
      secret: "secret", time: 1_700_000_000, body: Array("{\"a\":1}".utf8))

    #expect(
      header == "t=1700000000,v1=49f24e537407743fa4a0242bb63b94b9a47ee99cbbe071ccd8a22550ae411686")
  }
}

@Suite(.timeLimit(.minutes(20))) struct RetryScheduleTests {
  @Test(
    arguments: [
      (1, 30), (2, 120), (3, 600), (4, 3_600), (5, 21_600), (6, 86_400), (7, 259_200), (8, nil),
    ] as [(Int, Int64?)])
  func `the wait after each failure is the documented one`(attempts: Int, seconds: Int64?) {
    let now = Timestamp(milliseconds: 1_000)

    let next = RetrySchedule.next(afterAttempts: attempts, at: now)

    #expect(next?.milliseconds == seconds.map { 1_000 + $0 * 1_000 })
  }
}
