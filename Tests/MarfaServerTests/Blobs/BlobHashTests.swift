import MarfaServer
import Testing

@Suite(.timeLimit(.minutes(20))) struct BlobHashTests {
  static let digits = String(repeating: "0123456789abcdef", count: 4)

  @Test func `an address is its prefix and its digits`() {
    let hash = BlobHash("sha256:\(Self.digits)")

    #expect(hash?.digits == Self.digits)
    #expect(hash?.description == "sha256:\(Self.digits)")
  }

  @Test(arguments: [
    "", "sha256:", digits, "sha256:\(digits)0", "sha256:\(digits.dropLast())",
    "sha256:\(digits.uppercased())", "SHA256:\(digits)", "sha256:../../../../etc/passwd",
    "sha256:\(digits.dropLast())/", "md5:\(digits)",
  ])
  func `anything else is no address`(text: String) {
    #expect(BlobHash(text) == nil)
  }
}
