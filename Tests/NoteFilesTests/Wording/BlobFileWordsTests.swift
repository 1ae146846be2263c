import MarfaSDK
import NoteFiles
import Testing

@Suite(.timeLimit(.minutes(20))) struct BlobFileWordsTests {
  @Test func `a file whose name is not UTF-8 is refused with advice to rename it`() {
    let error = BlobFileError(.notFound, "/a\u{fffd}.png", "No such file or directory")

    #expect(
      error.failure.message
        == "/a\u{fffd}.png cannot be attached: its name is not UTF-8 text. Rename the file first.")
    #expect(error.sentence == "Its name is not UTF-8 text. Rename the file first.")
    #expect(BlobFileError(.notFound, "/a.png", "").sentence == "The file does not exist.")
  }

  @Test func `a full disk is named, with what to do`() {
    let counted = BlobFileError(.noRoom, "/data/blobs", "", size: 3_000_000, limit: 2_000_000)
    let told = BlobFileError(.noRoom, "/out/a.png", "No space left on device")

    #expect(
      counted.failure.message
        == "The disk of /data/blobs has no room for the file: it has 3.0 MB, and "
        + "2.0 MB are left for files. Make some room there, and try again.")
    #expect(
      told.failure.message == "The disk of /out/a.png has no room for the file: No space left on "
        + "device. Make some room there, and try again.")
  }
}
