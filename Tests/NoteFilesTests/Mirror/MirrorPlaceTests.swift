import NoteFiles
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct MirrorPlaceTests {
  @Test(arguments: [
    ("/a/b", "/a", true), ("/a/b/c", "/a", true), ("/a", "/", true), ("/a/", "/", true),
    ("/a", "/a", false), ("/ab", "/a", false), ("/", "/", false), ("/a", "/a/b", false),
  ])
  func `paths are compared name by name`(inner: String, outer: String, isBelow: Bool) {
    #expect(MirrorPlace.isPath(inner, below: outer) == isBelow)
  }

  @Test func `a path is resolved as far as it is there`() throws {
    let folder = try TemporaryDirectory()
    try folder.write("x", to: "there/file")
    let base = MirrorPlace.resolved(folder.path)

    #expect(MirrorPlace.resolved(folder.path + "/there/../none/at/all") == base + "/none/at/all")
    #expect(MirrorPlace.resolved("/") == "/")
  }

  @Test func `the root is around every directory, and a folder apart is taken`() throws {
    let folder = try TemporaryDirectory()
    #expect(throws: CommandFailure.self) {
      try MirrorPlace.refuse("/", near: [folder.path + "/data"])
    }
    try MirrorPlace.refuse(folder.path + "/database", near: [folder.path + "/data"])
  }
}
