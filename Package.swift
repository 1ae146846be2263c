// swift-tools-version: 6.2
import PackageDescription

/// Release executables carry the standard library, which more than halves their start.
///
/// The toolchain exports every symbol of such a program, so that nothing unused is left out, and the
/// loader reads 24 bytes for each pointer: LLD (part of the toolchain) undoes both. Packed relocations
/// need glibc 2.36. Functions that run are next to each other (`Tests/record-order`): 9 MB less memory.
/// The flags are spelled the same everywhere: another spelling rebuilds everything.
let staticStandardLibrary: ([SwiftSetting], [LinkerSetting]) = (
  [.unsafeFlags(["-static-stdlib"], .when(platforms: [.linux], configuration: .release))],
  [
    .unsafeFlags(
      [
        "-static-stdlib", "-Xlinker", "-s", "-use-ld=lld", "-Xlinker", "--no-export-dynamic",
        "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs",
        "-Xlinker", "--no-warn-symbol-ordering",
        "-Xlinker", "--symbol-ordering-file=\(Context.packageDirectory)/Tests/program-order",
      ], .when(platforms: [.linux], configuration: .release))
  ]
)

let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let sqlite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let yams = Target.Dependency.product(name: "Yams", package: "Yams")
let collections = Target.Dependency.product(name: "Collections", package: "swift-collections")
let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let hummingbird: [Target.Dependency] = [
  .product(name: "Hummingbird", package: "hummingbird"),
  .product(name: "HummingbirdCore", package: "hummingbird"),
  .product(name: "HTTPTypes", package: "swift-http-types"),
  .product(name: "NIOCore", package: "swift-nio"),
  .product(name: "NIOHTTP1", package: "swift-nio"),
  .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
  .product(name: "NIOPosix", package: "swift-nio"),
]
let secureSockets = Target.Dependency.product(
  name: "NIOSSL", package: "swift-nio-ssl", condition: .when(traits: ["TLS"]))

/// What the screens stand on.
let belowScreens: [Target.Dependency] = [
  "Workbench", "MarfaSDK", "NoteFiles", "NoteEditing", "NoteReading", "Settings", "NoteMarkup",
  "Editor", "TerminalDriver", "TerminalUI",
]

// Child processes (they get a terminal) and settings (mistakes have a place) need no other package.
// The libraries are products here, not packages of their own: one build and one suite hold them
// together with what uses them.
let package = Package(
  name: "marfa",
  products: [
    .library(name: "MarfaSDK", targets: ["MarfaSDK"]),
    .library(name: "MarfaSDKTestSupport", targets: ["MarfaSDKTestSupport"]),
    .library(name: "Operations", targets: ["Operations"]),
    .library(name: "Documents", targets: ["Documents"]),
    .library(name: "StorageKit", targets: ["StorageKit"]),
    .executable(name: "marfa", targets: ["marfa"]),
    .executable(name: "marfa-server", targets: ["marfa-server"]),
  ],
  traits: [
    .trait(
      name: "OperationsLogging",
      description: "Adds `logDuration` to Operations, which logs through swift-log."),
    .trait(
      name: "SwiftOperationLogging",
      description: "The documentation's name of `OperationsLogging`.",
      enabledTraits: ["OperationsLogging"]),
    .trait(
      name: "TLS",
      description: "Lets marfa-server answer https itself; compiles BoringSSL a second time."),
  ],
  dependencies: [
    // 7.10.0 is the first release that links on Linux without patches.
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1"),
    // What Hummingbird speaks in its own interface.
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    // With the trait TLS only.
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.2"),
  ],
  targets: [
    // 0: C
    .systemLibrary(name: "CNcurses"),
    .systemLibrary(name: "CMarkdown"),
    .target(name: "CTerminalGuard"),
    // Bodies, archives and imports of zip: NIOHTTPCompression serves the handlers of a channel only.
    .systemLibrary(name: "CZlib"),
    .systemLibrary(name: "CMalloc"),
    // Loads libcurl itself, so that it is not linked.
    .target(name: "CCurl"),

    // 1: pure
    .target(name: "MarfaModel"),
    .target(
      name: "Operations",
      dependencies: [
        collections,
        .product(
          name: "Logging", package: "swift-log",
          condition: .when(traits: ["OperationsLogging"])),
      ]),
    .target(name: "Documents"),
    .target(name: "TerminalUI"),
    .target(name: "NoteMarkup"),

    // 2: resources
    .target(name: "Settings", dependencies: ["MarfaModel", "TerminalUI", yams]),
    .target(name: "StorageKit", dependencies: [grdb, logging]),
    .target(name: "HTTPTransport", dependencies: ["CCurl"]),
    .target(
      name: "TerminalDriver", dependencies: ["TerminalUI", "CNcurses", "CTerminalGuard"]),

    // 3: behaviour
    .target(
      name: "MarfaSDK",
      dependencies: [
        "MarfaModel", "NoteMarkup", "StorageKit", "HTTPTransport", "Documents", grdb,
        logging, crypto,
      ]),
    .target(name: "MarfaSDKTestSupport", dependencies: ["MarfaSDK", "Documents"]),
    .target(name: "Editor", dependencies: ["TerminalUI", "NoteMarkup"]),
    .target(
      name: "NoteFiles",
      dependencies: ["MarfaSDK", "Settings", "NoteMarkup", "TerminalUI", "CZlib"]),
    .target(name: "NoteReading", dependencies: ["NoteMarkup", "TerminalUI", "CMarkdown"]),
    .target(
      name: "NoteEditing",
      dependencies: ["MarfaSDK", "NoteFiles", "Settings", "Editor", "Documents"]),
    .target(
      name: "Workbench",
      dependencies: [
        "MarfaSDK", "NoteFiles", "NoteEditing", "NoteReading", "Settings", "NoteMarkup",
        "TerminalUI", "Operations",
      ]),
    .target(name: "TerminalLayers", dependencies: belowScreens + ["Operations"]),

    // 4: assembly
    .target(
      name: "MarfaTerminal",
      dependencies: belowScreens + ["TerminalLayers", "Operations", "CMalloc"]),
    .target(
      name: "MarfaCommandLine",
      dependencies: [
        "MarfaSDK", "NoteFiles", "NoteReading", "Settings", "NoteMarkup", "TerminalDriver",
        "TerminalUI", arguments,
      ]),
    .executableTarget(
      name: "marfa", dependencies: ["MarfaTerminal", "MarfaCommandLine"],
      swiftSettings: staticStandardLibrary.0, linkerSettings: staticStandardLibrary.1),
    .target(
      name: "MarfaServer",
      dependencies: hummingbird + [
        "MarfaModel", "Documents", "CZlib", grdb, sqlite, yams, crypto, logging, secureSockets,
        .product(
          name: "HummingbirdTLS", package: "hummingbird", condition: .when(traits: ["TLS"])),
      ]),
    .executableTarget(
      name: "marfa-server", dependencies: ["MarfaServer", "MarfaModel", arguments, logging],
      swiftSettings: staticStandardLibrary.0, linkerSettings: staticStandardLibrary.1),
    .executableTarget(
      name: "Benchmarks",
      dependencies: belowScreens + [
        "MarfaTerminal", "TerminalLayers", "Operations", "StorageKit", "MarfaModel", "Documents",
        "TestSupport", grdb, sqlite,
        // Is run by the benchmarks of the server.
        "marfa-server",
      ]),

    // Tests mirror the sources.
    // What tests of several targets need: programs to run and to kill, repeatable numbers.
    .target(name: "TestSupport", dependencies: ["CTestLimits"], path: "Tests/TestSupport"),
    // Raises the limit of open files before the first test runs.
    .target(name: "CTestLimits", path: "Tests/CTestLimits"),
    .testTarget(name: "LayeringTests"),
    // What holds of several library products in one file.
    .testTarget(
      name: "LibrariesTests",
      dependencies: ["MarfaSDK", "Documents", "Operations", "StorageKit", grdb, logging]),
    .testTarget(name: "MarfaModelTests", dependencies: ["MarfaModel", "TestSupport"]),
    .testTarget(name: "OperationsTests", dependencies: ["Operations", "TestSupport"]),
    .testTarget(name: "DocumentsTests", dependencies: ["Documents", "TestSupport", "CMalloc"]),
    .testTarget(name: "TerminalUITests", dependencies: ["TerminalUI", "TestSupport"]),
    .testTarget(name: "HTTPTransportTests", dependencies: ["HTTPTransport", "TestSupport"]),
    .testTarget(name: "StorageKitTests", dependencies: ["StorageKit", "TestSupport", grdb]),
    .executableTarget(
      name: "TerminalDriverProbe", dependencies: ["TerminalDriver", "TerminalUI"],
      path: "Tests/TerminalDriverProbe"),
    .testTarget(
      name: "TerminalDriverTests",
      dependencies: [
        "TerminalDriver", "TerminalUI", "CNcurses", "TerminalDriverProbe", "TestSupport",
      ]),
    .testTarget(
      name: "MarfaSDKTests",
      dependencies: [
        "MarfaSDK", "MarfaSDKTestSupport", "Documents", "StorageKit", "StoreCrashWriter",
        "TestSupport", grdb,
      ]),
    // Is killed by the tests while it writes.
    .executableTarget(
      name: "StoreCrashWriter", dependencies: ["MarfaSDK"], path: "Tests/StoreCrashWriter"),
    .testTarget(name: "MarfaSDKTestSupportTests", dependencies: ["MarfaSDKTestSupport"]),
    .testTarget(name: "EditorTests", dependencies: ["Editor", "TerminalUI", "TestSupport"]),
    .testTarget(
      name: "NoteMarkupTests",
      dependencies: ["NoteMarkup", "NoteReading", "Editor", "Settings", "TestSupport"]),
    .testTarget(name: "SettingsTests", dependencies: ["Settings", "TerminalUI", "TestSupport"]),
    .testTarget(
      name: "NoteFilesTests",
      dependencies: [
        "NoteFiles", "Settings", "NoteMarkup", "MarfaSDK", "MarfaSDKTestSupport", "TerminalDriver",
        "TestSupport",
      ]),
    .testTarget(
      name: "NoteReadingTests",
      dependencies: ["NoteReading", "NoteMarkup", "Settings", "TerminalUI", "TestSupport"]),
    .target(
      name: "NoteEditingFixtures", dependencies: ["MarfaSDK", "Documents", "Editor"],
      path: "Tests/NoteEditingFixtures"),
    .testTarget(
      name: "NoteEditingTests",
      dependencies: [
        "NoteEditing", "NoteEditingFixtures", "NoteFiles", "Settings", "MarfaSDK",
        "MarfaSDKTestSupport", "Documents", "Editor", "TerminalUI", "TestSupport",
      ]),
    // A store with broken pages, for what must survive it.
    .target(
      name: "StoreFixtures", dependencies: ["MarfaSDK", "MarfaSDKTestSupport"],
      path: "Tests/StoreFixtures"),
    // Kills itself while it imports.
    .executableTarget(
      name: "ImportCrashProbe", dependencies: ["MarfaCommandLine", "MarfaSDK"],
      path: "Tests/ImportCrashProbe"),
    .testTarget(
      name: "MarfaCommandLineTests",
      dependencies: belowScreens + [
        "MarfaCommandLine", "MarfaTerminal", "MarfaSDKTestSupport", "Documents",
        "ImportCrashProbe", "StoreFixtures", "TestSupport", yams, grdb,
      ]),
    .testTarget(name: "WorkbenchTests", dependencies: belowScreens + ["NoteEditingFixtures"]),
    // What the screen needs of a terminal, without one.
    .target(
      name: "TerminalFixtures", dependencies: ["TerminalLayers", "NoteEditing", "TerminalDriver"],
      path: "Tests/TerminalFixtures"),
    .testTarget(
      name: "TerminalLayersTests",
      dependencies: [
        "TerminalLayers", "TerminalFixtures", "Workbench", "Settings", "MarfaSDK",
        "MarfaSDKTestSupport", "TerminalUI", "TestSupport",
      ]),
    .testTarget(
      name: "MarfaTerminalTests",
      dependencies: belowScreens + [
        "MarfaTerminal", "TerminalLayers", "MarfaSDKTestSupport", "Documents",
        "NoteEditingFixtures", "StoreFixtures", "TerminalFixtures", "TestSupport", grdb,
      ],
      // Screens as text, which the tests read beside their sources.
      exclude: ["Goldens"]),
    .testTarget(
      name: "MarfaServerTests",
      dependencies: hummingbird + [
        "MarfaServer", "MarfaModel", "Documents", "ServerStoreCrashWriter",
        "TestSupport", crypto, grdb, sqlite, logging, secureSockets,
        // Connections whose time is in the test's hands.
        .product(name: "NIOEmbedded", package: "swift-nio"),
      ]),
    .testTarget(
      name: "SyncTests",
      dependencies: [
        "MarfaSDK", "MarfaSDKTestSupport", "Documents", "MarfaServer", "MarfaModel", "SyncDevice",
        "Simulations", "TestSupport", grdb, logging,
      ]),
    // Devices and a server on one thread.
    .executableTarget(
      name: "Simulations", dependencies: ["MarfaSDK", "Documents", "MarfaServer", "TestSupport"],
      path: "Tests/Simulations"),
    // Are killed by the tests while they sync and write.
    .executableTarget(
      name: "SyncDevice", dependencies: ["MarfaSDK", "Documents"], path: "Tests/SyncDevice"),
    .executableTarget(
      name: "ServerStoreCrashWriter", dependencies: ["MarfaServer", "MarfaModel"],
      path: "Tests/ServerStoreCrashWriter"),
  ],
  swiftLanguageModes: [.v6]
)

// In a release that carries the tests (`.ci/run`) what they test is optimized, and they are not.
let unoptimized = ["-Onone", "-no-whole-module-optimization", "-enable-batch-mode"]
for target in package.targets where target.type == .test {
  target.swiftSettings = [.unsafeFlags(unoptimized, .when(configuration: .release))]
}
