import MarfaModel
import Testing

@testable import MarfaServer

@Suite(.timeLimit(.minutes(20))) struct KeySecretTests {
  @Test func `a secret has the documented prefix and no two are equal`() {
    var randomness = SeededRandomness(seed: 1)

    let first = KeySecret(using: &randomness)
    let second = KeySecret(using: &randomness)

    #expect(first.text.hasPrefix("marfa_k1_"))
    #expect(first.text.count == 9 + 44)
    #expect(first.text != second.text)
    #expect(first.hash.count == 64)
  }

  @Test func `a secret matches its own hash and no other`() {
    var randomness = SeededRandomness(seed: 2)
    let secret = KeySecret(using: &randomness)
    let other = KeySecret(using: &randomness)

    #expect(KeySecret.areEqual(secret.hash, secret.hash))
    #expect(!KeySecret.areEqual(secret.hash, other.hash))
    #expect(!KeySecret.areEqual(secret.hash, ""))
  }

  @Test(arguments: [
    ("Bearer marfa_k1_x", "marfa_k1_x"), ("bearer  marfa_k1_x", "marfa_k1_x"),
    ("Basic abc", nil), ("Bearer", nil), ("", nil), ("Bearer ", nil),
  ])
  func `a header carries a secret only as a bearer`(header: String, secret: String?) {
    #expect(KeySecret(authorization: header)?.text == secret)
  }
}
