import Foundation
import NoteFiles
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct TypedPathTests {
  @Test(arguments: [
    ("/a/b.txt", "/a/b.txt"), ("  /a/b.txt\n", "/a/b.txt"), ("'/a b'", "/a b"), ("/a\\ b", "/a b"),
    ("\"/a b\"", "/a b"), ("file:///a%20b", "/a b"), ("/a b", "/a b"), ("a/b", nil), ("/", nil),
    ("", nil), ("/a\n/b", nil), ("'/a' '/b'", nil), ("'/a", nil), ("plain text", nil),
  ])
  func `a pasted path is known in each form that terminals paste`(text: String, path: String?) {
    #expect(TypedPath.pasted(text) == path)
  }

  @Test func `a typed path starts from the home or from the folder`() {
    #expect(TypedPath.absolute("~/a", home: "/home/x", base: "/b") == "/home/x/a")
    #expect(TypedPath.absolute("~", home: "/home/x", base: "/b") == "/home/x")
    #expect(TypedPath.absolute("a", home: "/home/x", base: "/b") == "/b/a")
    #expect(TypedPath.absolute("/a", home: "/home/x", base: "/b") == "/a")
  }

  @Test(arguments: [
    ("'a b.txt'", "a b.txt"), ("\"~/a b\"", "~/a b"), ("file:///a%20b", "/a b"), ("a b", "a b"),
    ("'a", "'a"), ("'a' 'b'", "'a' 'b'"),
  ])
  func `quotes around a typed path are not part of it`(text: String, path: String) {
    #expect(TypedPath.meant(text) == path)
  }

  @Test func `entries complete a path, hidden ones only after a dot`() async throws {
    let folder = try TemporaryDirectory()
    for name in ["alpha.txt", "also", ".hidden"] { try folder.write("xyz", to: name) }
    try FileManager.default.createDirectory(
      atPath: folder.path + "/albums", withIntermediateDirectories: false)

    let entries = await TypedPath.entries(ofFolder: folder.path)

    #expect(
      TypedPath.completions(of: "~/al", among: entries) == ["~/albums/", "~/alpha.txt", "~/also"])
    #expect(TypedPath.completions(of: "", among: entries).count == 3)
    #expect(TypedPath.completions(of: ".", among: entries) == [".hidden"])
    #expect(await TypedPath.sizeOfFile(folder.path + "/also") == 3)
    #expect(await TypedPath.sizeOfFile(folder.path) == nil)
    #expect(await TypedPath.entries(ofFolder: folder.path + "/none").isEmpty)
  }

  @Test func `a file is shown by the configured program, or by that of a desktop that can be seen`()
    throws
  {
    func command(_ configured: String?, _ environment: [String: String]) throws -> [String]? {
      try FileOpener.command(for: "/x y", configured: configured, environment: environment)
    }
    let folder = try TemporaryDirectory()
    try folder.write("#!/bin/sh\n", to: "xdg-open")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.path + "/xdg-open")
    let path = ["PATH": folder.path]

    #expect(try command("feh -F", [:]) == ["feh", "-F", "/x y"])
    #expect(try command("feh '{file}' -F", ["SSH_TTY": "1"]) == ["feh", "/x y", "-F"])
    #expect(try command(nil, path) == nil)
    #expect(
      try command(" ", path.merging(["DISPLAY": ":0"]) { $1 }) == [
        folder.path + "/xdg-open", "/x y",
      ])
    #expect(try command(nil, path.merging(["DISPLAY": ":0", "SSH_TTY": "1"]) { $1 }) == nil)
    #expect(throws: ShellWords.Failure.self) { try command("feh '", [:]) }
  }
}
