import MarfaServer
import Testing

@Suite(.timeLimit(.minutes(20))) struct UploadMetadataTests {
  @Test(
    arguments: [
      (nil, [:]),
      ("", [:]),
      ("filename d29ybGQ=", ["filename": "world"]),
      ("filename d29ybGQ=,is_private", ["filename": "world", "is_private": ""]),
      ("a YQ==, b Yg==", ["a": "a", "b": "b"]),
    ] as [(String?, [String: String])])
  func `a header is keys and values in Base64`(header: String?, values: [String: String]) throws {
    #expect(try UploadMetadata(header: header).values == values)
  }

  @Test(arguments: ["a YQ==,a Yg==", "a !!", "a b c", "a /w==", "é YQ=="])
  func `a malformed header is refused`(header: String) {
    #expect(throws: UploadRefusal.malformed(.metadata)) {
      try UploadMetadata(header: header)
    }
  }

  @Test func `pairs go back into a header sorted by key`() {
    let metadata = UploadMetadata(values: ["is_private": "", "filename": "world"])

    #expect(metadata.header == "filename d29ybGQ=,is_private")
    #expect(UploadMetadata(values: [:]).header == nil)
  }

  @Test(
    arguments: [
      (BlobHashTests.digits, "sha256:\(BlobHashTests.digits)"),
      ("sha256:\(BlobHashTests.digits)", "sha256:\(BlobHashTests.digits)"),
      (BlobHashTests.digits.uppercased(), "sha256:\(BlobHashTests.digits)"),
      (nil, nil),
    ] as [(String?, String?)])
  func `the declared hash is read with its prefix or without`(
    value: String?, hash: String?
  ) throws {
    let metadata = UploadMetadata(values: value.map { ["sha256": $0] } ?? [:])

    #expect(try metadata.hash()?.description == hash)
  }

  @Test func `a declared hash that is none is refused`() {
    #expect(throws: UploadRefusal.malformed(.hash)) {
      try UploadMetadata(values: ["sha256": "abc"]).hash()
    }
  }

  @Test(arguments: [
    ([:], "application/octet-stream"),
    (["filetype": "image/png"], "image/png"),
    (["mime_type": "text/plain"], "text/plain"),
    (["filetype": "not a type"], "application/octet-stream"),
  ])
  func `the media type is what the client says, if it is one`(
    values: [String: String], type: String
  ) {
    #expect(UploadMetadata(values: values).mediaType == type)
  }
}
