import Crypto
import Foundation
import MarfaModel
import MarfaServer
import NIOCore
import Testing

@Suite(.timeLimit(.minutes(20))) struct UploadRulesTests {
  private static func upload(offset: Int64 = 4, length: Int64 = 10) -> StoredUpload {
    StoredUpload(
      id: "u", credentialId: "k", length: length, offset: offset,
      createdAt: Timestamp(milliseconds: 0), expiresAt: Timestamp(milliseconds: 1_000))
  }

  @Test(
    arguments: [
      (nil, UploadRefusal.malformed(.length)), ("", .malformed(.length)),
      ("-1", .malformed(.length)), ("1e3", .malformed(.length)),
      ("99999999999999999999", .malformed(.length)), ("101", .tooLarge(limit: 100)),
    ] as [(String?, UploadRefusal)])
  func `an upload needs a length within the limit`(length: String?, refusal: UploadRefusal) {
    #expect(throws: refusal) {
      try StoredUpload(
        id: "u", credentialId: "k", length: length, metadata: nil, limit: 100,
        now: Timestamp(milliseconds: 0))
    }
  }

  @Test func `a new upload has nothing and a day to go on`() throws {
    let upload = try StoredUpload(
      id: "u", credentialId: "k", length: "100", metadata: "filename d29ybGQ=", limit: 100,
      now: Timestamp(milliseconds: 5))

    #expect(upload.offset == 0 && upload.length == 100 && !upload.isFull)
    #expect(upload.metadata == ["filename": "world"])
    #expect(upload.expiresAt == Timestamp(milliseconds: 86_400_005))
  }

  @Test(
    arguments: [
      ("4", 6, 0, nil), ("4", nil, 0, nil), ("4", 0, 999, nil),
      ("4", 7, 0, .beyondLength), ("3", 1, 0, .offset(4)), ("10", 0, 0, .offset(4)),
      (nil, 1, 0, .malformed(.offset)), ("x", 1, 0, .malformed(.offset)),
      ("-4", 1, 0, .malformed(.offset)), ("4", 6, 1_000, .expired),
    ] as [(String?, Int64?, Int64, UploadRefusal?)])
  func `a request continues at the offset of the upload`(
    offset: String?, contentLength: Int64?, now: Int64, refusal: UploadRefusal?
  ) {
    var thrown: UploadRefusal?
    do {
      try Self.upload().check(
        offset: offset, contentLength: contentLength, now: Timestamp(milliseconds: now))
    } catch {
      thrown = error
    }

    #expect(thrown == refusal)
  }

  @Test(arguments: [
    ("sha1 \(Data(Insecure.SHA1.hash(data: Data("abc".utf8))).base64EncodedString())", true),
    ("sha256 \(Data(SHA256.hash(data: Data("abc".utf8))).base64EncodedString())", true),
    ("md5 \(Data(Insecure.MD5.hash(data: Data("abc".utf8))).base64EncodedString())", true),
    ("sha1 \(Data(Insecure.SHA1.hash(data: Data("abd".utf8))).base64EncodedString())", false),
  ])
  func `a checksum is over all bytes of the request`(header: String, isMatched: Bool) throws {
    var checksum = try UploadChecksum(header: header)
    checksum.update(ByteBuffer(string: "a"))
    checksum.update(ByteBuffer(string: "bc"))

    #expect(checksum.isMatched == isMatched)
  }

  @Test(arguments: [("abc", true), ("abd", false)])
  func `a checksum of the content is compared with its hash`(
    content: String, isMatched: Bool
  ) throws {
    let sum = Data(SHA256.hash(data: Data("abc".utf8))).base64EncodedString()
    var checksum = try UploadChecksum(header: "sha256-content " + sum)
    checksum.update(ByteBuffer(string: "c"))

    #expect(checksum.isOfContent)
    #expect(!checksum.isMatched)
    let hash = BlobHash(SHA256.hash(data: Data(content.utf8)))
    #expect(checksum.isMatched(content: hash.digits) == isMatched)
  }

  @Test(arguments: ["", "sha1", "sha1 !", "crc32 AAAA", "sha1 YQ== x"])
  func `a checksum that cannot be read is refused`(header: String) {
    #expect(throws: UploadRefusal.self) { try UploadChecksum(header: header) }
  }
}
