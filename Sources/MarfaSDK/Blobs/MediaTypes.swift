/// The media types of files, by the end of their names.
public enum MediaTypes {
  /// Of bytes of which nothing is known.
  public static let unknown = "application/octet-stream"

  /// The media type of a file.
  ///
  /// - Parameter name: The file's name or path.
  /// - Returns: The type of its ending in any case; ``unknown`` for another ending, or none.
  public static func ofFile(_ name: String) -> String {
    let last = name.split(separator: "/").last ?? ""
    guard let dot = last.lastIndex(of: ".") else { return unknown }
    return byEnding[last[last.index(after: dot)...].lowercased()] ?? unknown
  }

  /// Types of the IANA's registry: <https://www.iana.org/assignments/media-types>.
  private static let byEnding: [String: String] = [
    "avif": "image/avif", "bmp": "image/bmp", "gif": "image/gif", "heic": "image/heic",
    "ico": "image/vnd.microsoft.icon", "jpeg": "image/jpeg", "jpg": "image/jpeg",
    "png": "image/png", "svg": "image/svg+xml", "tif": "image/tiff", "tiff": "image/tiff",
    "webp": "image/webp",
    "aac": "audio/aac", "flac": "audio/flac", "m4a": "audio/mp4", "mp3": "audio/mpeg",
    "oga": "audio/ogg", "ogg": "audio/ogg", "opus": "audio/ogg", "wav": "audio/vnd.wave",
    "3gp": "video/3gpp", "mkv": "video/matroska", "mov": "video/quicktime", "mp4": "video/mp4",
    "mpeg": "video/mpeg", "ogv": "video/ogg", "webm": "video/webm",
    "css": "text/css", "csv": "text/csv", "htm": "text/html", "html": "text/html",
    "ics": "text/calendar", "js": "text/javascript", "md": "text/markdown", "txt": "text/plain",
    "vcf": "text/vcard",
    "epub": "application/epub+zip", "gz": "application/gzip", "json": "application/json",
    "pdf": "application/pdf", "rtf": "application/rtf", "sqlite": "application/vnd.sqlite3",
    "xml": "application/xml", "yaml": "application/yaml", "yml": "application/yaml",
    "zip": "application/zip", "zst": "application/zstd",
    "doc": "application/msword", "xls": "application/vnd.ms-excel",
    "ppt": "application/vnd.ms-powerpoint",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    "odt": "application/vnd.oasis.opendocument.text",
    "ods": "application/vnd.oasis.opendocument.spreadsheet",
    "odp": "application/vnd.oasis.opendocument.presentation",
  ]
}
