/// Where the notes of this machine are.
package enum NotesFile {
  /// The database file in the data directory.
  package static func path(in directories: ApplicationDirectories) -> String {
    directories.data + "/notes.sqlite"
  }
}
