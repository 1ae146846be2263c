import Foundation
import Testing

/// Names that a program may import from two libraries at once.
@Suite(.timeLimit(.minutes(20))) struct PublicNamesTests {
  private static let libraries = [
    "MarfaModel", "MarfaSDK", "MarfaSDKTestSupport", "Documents", "Operations", "StorageKit",
  ]

  /// The public types that a source declares outside other types.
  private static func publicTypes(in source: String) -> [String] {
    SourceText.code(of: source).split(separator: "\n").compactMap { line in
      let words = line.split { !($0.isLetter || $0.isNumber || $0 == "_") }
      guard line.hasPrefix("public ") || line.hasPrefix("@"), words.contains("public"),
        let kind = words.firstIndex(where: {
          ["struct", "class", "enum", "protocol", "actor", "typealias"].contains($0)
        }), kind + 1 < words.count, words[kind + 1].first?.isUppercase == true
      else { return nil }
      return String(words[kind + 1])
    }
  }

  @Test func `no two libraries have a public type of one name`() throws {
    var homes: [String: Set<String>] = [:]
    for library in Self.libraries {
      let folder = Repository.root.appending(path: "Sources").appending(path: library)
      for file in Repository.swiftFiles(below: folder) {
        let source = try String(contentsOf: file, encoding: .utf8)
        for name in Self.publicTypes(in: source) { homes[name, default: []].insert(library) }
      }
    }

    #expect(homes.count > 300)
    let twice = homes.filter { $0.value.count > 1 }
    #expect(twice.isEmpty, "\(twice)")
  }

  /// Public names that the libraries' documentation writes so.
  private static let documentedIDs: Set<String> = [
    "UUIDv7", "actorID", "clientID", "ActorID", "ChangeID", "PageID",
  ]

  @Test func `a public name ends in Id, but for those of the documentation`() throws {
    let declaration =
      /\bpublic\b[^={(:]*\b(?:func|var|let|struct|class|enum|actor|protocol|typealias) (\w+)/
    var found: Set<String> = []
    for library in Self.libraries + ["MarfaServer"] {
      let folder = Repository.root.appending(path: "Sources").appending(path: library)
      for file in Repository.swiftFiles(below: folder) {
        let source = SourceText.code(of: try String(contentsOf: file, encoding: .utf8))
        for match in source.matches(of: declaration) where match.1.contains("ID") {
          found.insert(String(match.1))
        }
      }
    }

    #expect(found == Self.documentedIDs)
  }

  @Test func `a public type is found, a nested and an internal one are not`() {
    let source = """
      public struct Page {
        public enum Inner {}
      }
      struct Hidden {}
      @MainActor public final class Model {}
      """
    #expect(Self.publicTypes(in: source) == ["Page", "Model"])
  }
}
