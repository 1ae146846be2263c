import Foundation
import GRDB
import StorageKit
import Testing

@Suite(.timeLimit(.minutes(20))) struct PoolOptionsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func writerPragma(_ name: String, _ options: StorageKit.PoolOptions) throws -> String? {
    let pool = try StorageKit.makePool(at: folder.database, options: options)
    return try pool.writeWithoutTransaction { try String.fetchOne($0, sql: "PRAGMA \(name)") }
  }

  @Test(arguments: [
    ("journal_mode", "wal"), ("synchronous", "2"), ("foreign_keys", "1"),
    ("busy_timeout", "5000"),
  ])
  func `the writer is durable and patient by default`(pragma: String, value: String) throws {
    #expect(try writerPragma(pragma, .init()) == value)
  }

  @Test func `a custom preset may lower the durability`() throws {
    let options = StorageKit.PoolOptions(preset: .custom(["PRAGMA synchronous = NORMAL"]))

    #expect(try writerPragma("synchronous", options) == "1")
  }

  @Test(arguments: [
    (StorageKit.PoolOptions.PragmasPlacement.append, "-111"), (.prepend, "-222"),
  ])
  func `the later of preset and hook wins`(
    placement: StorageKit.PoolOptions.PragmasPlacement, expected: String
  ) throws {
    let options = StorageKit.PoolOptions(
      preset: .custom(["PRAGMA cache_size = -111"]), pragmasPlacement: placement
    ) { configuration in
      configuration.prepareDatabase { try $0.execute(sql: "PRAGMA cache_size = -222") }
    }

    #expect(try writerPragma("cache_size", options) == expected)
  }

  @Test func `the hook reaches the configuration of the pool`() throws {
    let options = StorageKit.PoolOptions(configure: { cfg in cfg.maximumReaderCount = 4 })

    let pool = try StorageKit.makePool(at: folder.database, options: options)

    #expect(pool.configuration.maximumReaderCount == 4)
  }

  @Test func `the folder of the file is created`() throws {
    let url = folder.url.appending(path: "a/b/c.sqlite")

    _ = try StorageKit.makePool(at: url)

    #expect(FileManager.default.fileExists(atPath: url.path))
  }
}
