import Foundation
import MarfaSDK
import MarfaSDKTestSupport

/// A store of 400 notes whose pages with some titles are overwritten, and which still opens.
package enum DamagedStore {
  /// Writes it to a file.
  package static func write(to path: String) async throws {
    let whole = try LocalStore.open(
      path: path + "-whole", environment: MarfaSDKTest.environment())
    _ = try await whole.createItems(
      (0..<400).map { number in
        NewItem(
          CreateItemInput(
            type: "core.note",
            properties: ["body": .string("# Note \(number)\n" + String(repeating: "x", count: 900))]
          ))
      })
    try await whole.backup(to: path)
    var bytes = try Data(contentsOf: URL(filePath: path))
    for start in stride(from: 4096, to: bytes.count, by: 4096) {
      let page = start..<start + 4096
      guard bytes[page].range(of: Data("Note 3".utf8)) != nil else { continue }
      bytes.replaceSubrange(page, with: Data(repeating: 0xA5, count: 4096))
    }
    try bytes.write(to: URL(filePath: path))
  }
}
