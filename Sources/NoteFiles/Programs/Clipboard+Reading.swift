import Foundation

// MARK: - Reading

extension Clipboard {
  /// The most bytes that are taken from another program.
  private static let readingLimit = 64 << 20

  /// What the system's clipboard holds; nil when it is empty, or nobody can tell, so that what was
  /// copied here is used.
  package func text() async -> String? {
    guard let words = route.reading, let name = words.first,
      let path = ProgramPath.find(name, in: environment)
    else { return nil }
    let file = URL(filePath: NSTemporaryDirectory())
      .appending(path: "marfa-clipboard-\(UUID().uuidString)")
    defer { unlink(file.path) }
    do {
      // A file instead of a pipe: however much it writes, nobody has to read meanwhile.
      let created = FileManager.default.createFile(
        atPath: file.path, contents: nil, attributes: [.posixPermissions: 0o600])
      guard created else { return nil }
      let process = Process()
      process.executableURL = URL(filePath: path)
      process.arguments = Array(words.dropFirst())
      process.environment = environment
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = try FileHandle(forWritingTo: file)
      process.standardError = FileHandle.nullDevice
      guard try await Self.finish(process, name: name) == .copied else { return nil }
      let data = try Data(contentsOf: file)
      return data.isEmpty || data.count > Self.readingLimit
        ? nil : String(decoding: data, as: UTF8.self)
    } catch {
      return nil
    }
  }
}
