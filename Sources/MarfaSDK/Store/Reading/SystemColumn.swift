/// A field of every item as SQL gives it the value that the wire would.
struct SystemColumn {
  /// The wire's name.
  let name: String

  init(_ name: String) { self.name = name }

  /// An expression with the field's value.
  var sql: String {
    switch name {
    case "state":
      "CASE item.state WHEN 0 THEN 'active' WHEN 1 THEN 'archived' WHEN 2 THEN 'trashed' "
        + "ELSE 'revoked' END"
    case "tier": "CASE item.tier WHEN 0 THEN 'library' WHEN 1 THEN 'feed' END"
    case "capture_latitude": "item.latitude"
    case "capture_longitude": "item.longitude"
    case _ where isTime:
      "strftime('%Y-%m-%dT%H:%M:%fZ', item.\(name) / 1000.0, 'unixepoch')"
    default: "item.\(name)"
    }
  }

  /// Whether the value is a time, which the table holds in milliseconds.
  var isTime: Bool { ["timestamp", "created_at", "updated_at"].contains(name) }

  /// Whether the value is a string.
  var isText: Bool {
    !["version", "schema_version", "capture_latitude", "capture_longitude"].contains(name)
  }
}

/// A comparison of a time's text with another text, as one of milliseconds where both agree.
struct TimeBound {
  var sign: String
  /// Milliseconds since 1970; nil when only the texts can be compared.
  var number: Int64?
  /// Whether no time fits.
  var isNever = false

  init(_ sign: String, _ text: String) {
    self.sign = sign
    guard let time = Timestamp(iso8601: text) else { return }
    if time.iso8601 == text {
      number = time.milliseconds
    } else if text.utf8.count == 10 {
      // The text of a day sorts before every time of it, and equals none.
      number = time.milliseconds
      isNever = sign == "="
      self.sign = sign == ">" || sign == ">=" ? ">=" : "<"
    }
  }
}
