/// The version of the program.
package enum MarfaVersion {
  /// By semver.org.
  package static let current = "0.1.0"
}
