import Foundation
import Testing

@testable import MarfaSDK

@Suite(.timeLimit(.minutes(20))) struct UnnamedFileTests {
  private let folder = TemporaryFolder()

  init() throws {
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
  }

  @Test(arguments: [UnnamedFile.Form.unnamed, .hidden])
  func `a file gets its name when it is whole`(form: UnnamedFile.Form) throws {
    let path = folder.path("whole")
    let file = try UnnamedFile(path, form: form)
    try Data([1, 2, 3]).withUnsafeBytes { try file.descriptor.append($0) }

    #expect(!FileManager.default.fileExists(atPath: path))
    try file.place()

    #expect(try Data(contentsOf: URL(filePath: path)) == Data([1, 2, 3]))
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test(arguments: [UnnamedFile.Form.unnamed, .hidden])
  func `of a file that was given up nothing is left`(form: UnnamedFile.Form) throws {
    let names = {
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
    }
    let before = try names()
    do {
      let file = try UnnamedFile(folder.path("never"), form: form)
      try Data([1, 2, 3]).withUnsafeBytes { try file.descriptor.append($0) }
      // The temporary file systems that tests run on know files without a name.
      #expect(try names().count == before.count + (form == .hidden ? 1 : 0))
    }

    #expect(try names() == before)
  }

  @Test(arguments: [UnnamedFile.Form.unnamed, .hidden])
  func `a name that was taken meanwhile stays with its file`(form: UnnamedFile.Form) throws {
    let path = folder.path("taken")
    do {
      let file = try UnnamedFile(path, form: form)
      try Data([9]).write(to: URL(filePath: path))

      #expect(throws: BlobFileError.self) { try file.place() }
    }

    #expect(try Data(contentsOf: URL(filePath: path)) == Data([9]))
    #expect(throws: BlobFileError.self) { try UnnamedFile(path, form: form) }
  }
}
