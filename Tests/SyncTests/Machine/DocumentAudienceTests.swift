import Documents
import MarfaSDK
import Testing

/// What a client knows of others in a document, and what the server knows of it.
@Suite(.timeLimit(.minutes(20))) struct DocumentAudienceTests {
  private let me = ActorID(number: 1)
  private let other = ActorID(number: 2)
  private let own = ["name": "Ana"]

  private func open(_ audience: inout DocumentAudience) {
    _ = audience.hear(.initialized(sequence: 0, others: [other: [:]]), as: me)
  }

  @Test func `a presence sent with the attachment is not sent again when the stream opens`() {
    var audience = DocumentAudience()
    audience.join(telling: own)

    open(&audience)

    #expect(!audience.waits(for: own))
    #expect(audience.waits(for: ["name": "Bo"]))
  }

  @Test func `a presence sent without a stream is sent again in the next stream`() {
    var audience = DocumentAudience()
    audience.tell(own, sentIn: nil)
    #expect(!audience.waits(for: own))

    open(&audience)

    #expect(audience.waits(for: own))
    audience.tell(own, sentIn: audience.stream)
    #expect(!audience.waits(for: own))
  }

  @Test func `a presence sent in a lost stream is sent again, even if its answer comes late`() {
    for isAnsweredLate in [false, true] {
      var audience = DocumentAudience()
      open(&audience)
      let sending = audience.stream
      _ = audience.lose()
      if !isAnsweredLate { audience.tell(own, sentIn: sending) }

      open(&audience)
      if isAnsweredLate { audience.tell(own, sentIn: sending) }

      #expect(audience.waits(for: own))
    }
  }

  @Test
  func `a presence sent with the attachment is sent again after a stream without it`() {
    var audience = DocumentAudience()
    audience.join(telling: own)
    _ = audience.lose()

    open(&audience)

    #expect(audience.waits(for: own))
  }

  @Test func `a stream that takes the place of another one forgets nothing`() {
    var audience = DocumentAudience()
    open(&audience)
    audience.tell(own, sentIn: audience.stream)

    open(&audience)

    #expect(!audience.waits(for: own))
  }

  @Test func `a presence that the server may still have is withdrawn after the stream was lost`() {
    var audience = DocumentAudience()
    open(&audience)
    audience.tell(own, sentIn: audience.stream)
    _ = audience.lose()

    open(&audience)

    #expect(audience.waits(for: [:]))
    audience.tell([:], sentIn: audience.stream)
    _ = audience.lose()
    open(&audience)
    #expect(!audience.waits(for: [:]))
  }

  @Test func `a client with nothing to report waits for nothing`() {
    var audience = DocumentAudience()
    open(&audience)
    #expect(!audience.waits(for: [:]))

    audience.tell(own, sentIn: audience.stream)
    #expect(audience.waits(for: [:]))
  }

  @Test(arguments: [false, true])
  func `DOC-P12 somebody comes once, whether what they say is heard before or after`(
    isHeardBefore: Bool
  ) {
    var audience = DocumentAudience()
    _ = audience.hear(.initialized(sequence: 0, others: [:]), as: me)
    let came = DocumentWatchEvent.Kind.watched(other, presence: own)
    let said = DocumentWatchEvent.Kind.presence(other, own)

    let news = (isHeardBefore ? [said, came] : [came, said]).flatMap { audience.hear($0, as: me) }

    #expect(news == [.came(other, own)])
    #expect(audience.online == [other: own])
  }
}
