/// What the server calls itself.
public enum ServerVersion {
  /// The version of this build.
  public static let current = "0.1.0"
}
