import Foundation
import Testing

/// What each target may import, from the architecture's table.
///
/// SwiftPM lets an import of an
/// undeclared but built module through, so the arrows are held here.
private let allowedImports: [String: Set<String>] = [
  "MarfaModel": [],
  "NoteMarkup": [],
  "Documents": [],
  "Operations": ["Collections", "Logging"],
  "TerminalUI": [],
  "Settings": ["MarfaModel", "TerminalUI", "Yams"],
  "StorageKit": ["GRDB", "Logging"],
  "HTTPTransport": ["CCurl"],
  "TerminalDriver": ["TerminalUI", "CNcurses", "CTerminalGuard"],
  "MarfaSDK": [
    "MarfaModel", "NoteMarkup", "StorageKit", "HTTPTransport", "Documents", "Crypto", "Logging",
  ],
  "MarfaSDK/Store": ["MarfaModel", "NoteMarkup", "StorageKit", "Documents", "GRDB"],
  "MarfaSDKTestSupport": ["MarfaSDK", "Documents"],
  "Editor": ["TerminalUI", "NoteMarkup"],
  "NoteReading": ["TerminalUI", "NoteMarkup", "CMarkdown"],
  "NoteFiles": ["MarfaSDK", "Settings", "NoteMarkup", "TerminalUI", "CZlib"],
  "NoteEditing": ["MarfaSDK", "NoteFiles", "Settings", "Editor", "Documents"],
  "Workbench": [
    "MarfaSDK", "NoteFiles", "NoteEditing", "NoteReading", "Settings", "NoteMarkup", "TerminalUI",
    "Operations",
  ],
  "TerminalLayers": [
    "Workbench", "MarfaSDK", "NoteFiles", "NoteEditing", "NoteReading", "Settings", "NoteMarkup",
    "Editor", "TerminalDriver", "TerminalUI", "Operations",
  ],
  "MarfaTerminal": [
    "TerminalLayers", "Workbench", "MarfaSDK", "NoteFiles", "NoteEditing", "NoteReading",
    "Settings", "NoteMarkup", "Editor", "TerminalDriver", "TerminalUI", "Operations", "CMalloc",
  ],
  "MarfaCommandLine": [
    "MarfaSDK", "NoteFiles", "NoteReading", "Settings", "NoteMarkup", "TerminalDriver",
    "TerminalUI", "ArgumentParser",
  ],
  "MarfaServer": [
    "MarfaModel", "Documents", "Hummingbird", "HummingbirdCore", "HummingbirdTLS", "HTTPTypes",
    "NIOCore", "NIOHTTP1", "NIOHTTPTypes", "NIOPosix", "NIOSSL", "ServiceLifecycle", "Yams",
    "Crypto", "CZlib", "Logging",
  ],
  // The rules know rows, and neither SQL nor HTTP.
  "MarfaServer/Records": ["MarfaModel", "Crypto"],
  // So do those of documents.
  "MarfaServer/Documents": ["MarfaModel", "Documents", "Crypto"],
  "MarfaServer/Storage": ["MarfaModel", "GRDB", "GRDBSQLite"],
  "marfa": ["MarfaTerminal", "MarfaCommandLine"],
  "marfa-server": ["MarfaServer", "MarfaModel", "ArgumentParser", "Logging"],
]

/// Modules of the toolchain and the C library, which every Swift target may import.
private let platformModules: Set<String> = [
  "Swift", "Foundation", "FoundationEssentials", "Dispatch", "Synchronization", "Observation",
  "Glibc", "RegexBuilder",
]

@Suite(.timeLimit(.minutes(20))) struct LayeringTests {
  /// The modules that a source text imports, in order of appearance.
  static func imports(of source: String) -> [String] {
    source.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard let index = words.firstIndex(of: "import"), index + 1 < words.count,
        words[..<index].allSatisfy({
          $0.hasPrefix("@") || ["public", "package", "internal", "private"].contains($0)
        })
      else { return nil }
      let kinds: Set<Substring> = ["struct", "class", "enum", "func", "protocol", "typealias"]
      let name = kinds.contains(words[index + 1]) ? words[index + 2] : words[index + 1]
      return String(name.split(separator: ".")[0])
    }
  }

  @Test func `an import line is read with its attributes and access level`() {
    let source = """
      import A
      @_exported import B
      public import struct C.D
      // import E
      let text = "import F"
      """

    #expect(Self.imports(of: source) == ["A", "B", "C"])
  }

  @Test func `every import follows the arrows of the architecture`() throws {
    let sources = Repository.root.appending(path: "Sources")
    let files = Repository.swiftFiles(below: sources)
    try #require(!files.isEmpty)

    for file in files {
      let path = file.path.dropFirst(sources.path.count + 1)
      let parts = path.split(separator: "/")
      let target = String(parts[0])
      guard target != "Benchmarks" else { continue }
      let folder = parts.prefix(2).joined(separator: "/")
      let allowed = allowedImports[folder] ?? allowedImports[target]
      for module in Self.imports(of: try String(contentsOf: file, encoding: .utf8))
      where !platformModules.contains(module) {
        #expect(allowed?.contains(module) == true, "\(path) may not import \(module)")
      }
    }
  }

  @Test func `the rules of the server say what became of a request, and no status`() throws {
    let rules = Repository.root.appending(path: "Sources/MarfaServer/Records")
    let files = Repository.swiftFiles(below: rules)
    try #require(!files.isEmpty)

    for file in files {
      let source = try String(contentsOf: file, encoding: .utf8)
      let statuses = source.matches(of: #/status\w*(:| ==| >=| <)\s*[1-5][0-9]{2}\b/#)
      #expect(statuses.isEmpty, "\(file.lastPathComponent): \(statuses.map(\.output.0))")
    }
  }

  @Test func `every configuration of TLS refuses versions below 1.2`() throws {
    // RFC 8996; without the trait TLS nothing of it is compiled.
    let sources = Repository.root.appending(path: "Sources")
    var count = 0
    for file in Repository.swiftFiles(below: sources) {
      let source = try String(contentsOf: file, encoding: .utf8)
      let made = source.ranges(of: "TLSConfiguration.make").count
      count += made
      #expect(
        source.ranges(of: "minimumTLSVersion = .tlsv12").count == made, "\(file.lastPathComponent)")
    }
    #expect(count > 0)
  }

  @Test func `every arrow stands for an import`() throws {
    let sources = Repository.root.appending(path: "Sources")
    var used: [String: Set<String>] = [:]
    for file in Repository.swiftFiles(below: sources) {
      let parts = file.path.dropFirst(sources.path.count + 1).split(separator: "/")
      let folder = parts.prefix(2).joined(separator: "/")
      let place = allowedImports[folder] == nil ? String(parts[0]) : folder
      used[place, default: []].formUnion(
        Self.imports(of: try String(contentsOf: file, encoding: .utf8)))
    }

    for (place, allowed) in allowedImports {
      let unused = allowed.subtracting(used[place] ?? [])
      #expect(unused.isEmpty, "\(place) imports none of \(unused.sorted())")
    }
  }
}
