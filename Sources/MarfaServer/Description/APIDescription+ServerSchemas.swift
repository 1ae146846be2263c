extension APIDescription {
  /// Errors, blobs, keys, webhooks, the profile and what the server says of itself.
  static let serverSchemas = #"""
    {
      "Ok": {"type": "object", "required": ["ok"], "properties": {"ok": {"const": true}}},
      "Refusal": {
        "type": "object", "required": ["code", "message"],
        "properties": {
          "code": {"type": "string"}, "message": {"type": "string"},
          "status": {"type": "integer"}, "details": {"type": "object"}
        }
      },
      "Error": {
        "type": "object", "required": ["error"],
        "properties": {"error": {"$ref": "#/components/schemas/Refusal"}}
      },
      "Snapshot": {
        "type": "object", "required": ["version", "properties"],
        "properties": {"version": {"type": "integer"}, "properties": {"type": "object"}}
      },
      "Conflict": {
        "type": "object", "required": ["error"],
        "description": "With version_conflict, all five; the ancestor is null if it is no longer kept.",
        "properties": {
          "error": {"$ref": "#/components/schemas/Refusal"},
          "current": {"$ref": "#/components/schemas/Snapshot"},
          "ancestor": {
            "anyOf": [{"$ref": "#/components/schemas/Snapshot"}, {"type": "null"}]
          },
          "conflicting_fields": {"$ref": "#/components/schemas/TagList"},
          "merge_policy": {"$ref": "#/components/schemas/MergePolicy"}
        }
      },
      "BlobHash": {"type": "string", "pattern": "^sha256:[0-9a-f]{64}$"},
      "Blob": {
        "type": "object", "required": ["hash", "mime_type", "size"],
        "properties": {
          "hash": {"$ref": "#/components/schemas/BlobHash"}, "mime_type": {"type": "string"},
          "size": {"type": "integer", "minimum": 0}
        }
      },
      "BlobUpkeep": {
        "type": "object", 
        "required": ["dry_run", "removed", "bytes", "adopted", "missing", "damaged"],
        "properties": {
          "dry_run": {"type": "boolean"}, "removed": {"type": "integer"},
          "bytes": {"type": "integer"}, "adopted": {"$ref": "#/components/schemas/TagList"},
          "missing": {"$ref": "#/components/schemas/TagList"},
          "damaged": {"$ref": "#/components/schemas/TagList"}
        }
      },
      "Label": {
        "type": "string", "minLength": 1, "maxLength": 200,
        "pattern": "^[^\\u0000-\\u001f\\u007f-\\u009f]+$"
      },
      "PermissionPattern": {
        "type": "string", "description": "A name, a name and .*, or *.",
        "pattern": "^([0-9A-Za-z:_~-]+(\\.[0-9A-Za-z:_~-]+)*(\\.\\*)?|\\*)$"
      },
      "Levels": {
        "type": "object", "propertyNames": {"$ref": "#/components/schemas/PermissionPattern"},
        "additionalProperties": {"enum": ["read", "write"]}
      },
      "TypeLevels": {
        "type": "object", "propertyNames": {"$ref": "#/components/schemas/PermissionPattern"},
        "additionalProperties": {"enum": ["read", "write", "none"]}
      },
      "CreateKey": {
        "type": "object", "required": ["label", "source"], "additionalProperties": false,
        "properties": {
          "label": {"$ref": "#/components/schemas/Label"},
          "source": {"$ref": "#/components/schemas/Label"},
          "role": {"enum": ["admin", "tenant_admin", "member"]},
          "default_tier": {"$ref": "#/components/schemas/Tier"},
          "is_platform": {"type": "boolean"},
          "type_permissions": {"$ref": "#/components/schemas/TypeLevels"},
          "extension_permissions": {"$ref": "#/components/schemas/Levels"},
          "edge_permissions": {"$ref": "#/components/schemas/Levels"},
          "metadata_permissions": {"$ref": "#/components/schemas/Levels"},
          "document_permissions": {"$ref": "#/components/schemas/Levels"},
          "expires_at": {"$ref": "#/components/schemas/Time"}
        }
      },
      "PatchKey": {
        "type": "object", "additionalProperties": false,
        "properties": {
          "label": {"$ref": "#/components/schemas/Label"},
          "default_tier": {"$ref": "#/components/schemas/Tier"},
          "type_permissions": {"$ref": "#/components/schemas/TypeLevels"},
          "extension_permissions": {"$ref": "#/components/schemas/Levels"},
          "edge_permissions": {"$ref": "#/components/schemas/Levels"},
          "metadata_permissions": {"$ref": "#/components/schemas/Levels"},
          "document_permissions": {"$ref": "#/components/schemas/Levels"},
          "expires_at": {"$ref": "#/components/schemas/Time"}
        }
      },
      "Key": {
        "type": "object",
        "required": [
          "id", "label", "source", "role", "default_tier", "is_platform", "type_permissions",
          "created_at", "last_used_at"
        ],
        "properties": {
          "id": {"type": "string"}, "label": {"type": "string"}, "source": {"type": "string"},
          "role": {"enum": ["admin", "tenant_admin", "member"]},
          "default_tier": {"enum": ["library", "feed", null]},
          "is_platform": {"type": "boolean"},
          "type_permissions": {"$ref": "#/components/schemas/TypeLevels"},
          "extension_permissions": {"$ref": "#/components/schemas/Levels"},
          "edge_permissions": {"$ref": "#/components/schemas/Levels"},
          "metadata_permissions": {"$ref": "#/components/schemas/Levels"},
          "document_permissions": {"$ref": "#/components/schemas/Levels"},
          "created_at": {"$ref": "#/components/schemas/Time"},
          "last_used_at": {"type": ["string", "null"]},
          "expires_at": {"$ref": "#/components/schemas/Time"},
          "key": {"type": "string", "description": "The secret, in the first answer only."}
        }
      },
      "Keys": {
        "type": "object", "required": ["keys"],
        "properties": {
          "keys": {"type": "array", "items": {"$ref": "#/components/schemas/Key"}}
        }
      },
      "EventWord": {
        "enum": [
          "*", "item.created", "item.updated", "item.state_changed", "item.restored",
          "item.deleted", "edge.created", "edge.deleted", "metadata.changed",
          "extensions_changed", "resync"
        ]
      },
      "Target": {
        "type": "string", "format": "uri", "maxLength": 2048, "pattern": "^https?://",
        "description": "https needs a server that was built with the trait TLS."
      },
      "CreateWebhook": {
        "type": "object", "required": ["url", "events"], "additionalProperties": false,
        "properties": {
          "url": {"$ref": "#/components/schemas/Target"},
          "events": {
            "type": "array", "minItems": 1, "items": {"$ref": "#/components/schemas/EventWord"}
          },
          "type_filter": {"$ref": "#/components/schemas/TagList"},
          "secret": {"type": "string", "minLength": 1, "maxLength": 512}
        }
      },
      "PatchWebhook": {
        "type": "object", "additionalProperties": false,
        "properties": {
          "url": {"$ref": "#/components/schemas/Target"},
          "events": {
            "type": "array", "minItems": 1, "items": {"$ref": "#/components/schemas/EventWord"}
          },
          "type_filter": {"$ref": "#/components/schemas/TagList"},
          "secret": {"type": "string", "minLength": 1, "maxLength": 512},
          "active": {"type": "boolean"}
        }
      },
      "Webhook": {
        "type": "object",
        "required": [
          "id", "url", "events", "type_filter", "secret", "active", "created_at", "updated_at"
        ],
        "properties": {
          "id": {"type": "string"}, "url": {"type": "string"},
          "events": {"$ref": "#/components/schemas/TagList"},
          "type_filter": {"type": ["array", "null"], "items": {"type": "string"}},
          "secret": {
            "type": ["string", "null"],
            "description": "Shown only in the answer to the request that set it; null otherwise."
          },
          "active": {"type": "boolean"},
          "created_at": {"$ref": "#/components/schemas/Time"},
          "updated_at": {"$ref": "#/components/schemas/Time"},
          "owner_id": {
            "type": ["string", "null"],
            "description": "The key that made or last changed it; the webhook receives what this key may see."
          },
          "failing_since": {
            "type": ["string", "null"],
            "description": "Since when no delivery succeeded; after a week it is switched off."
          },
          "disabled_reason": {
            "type": ["string", "null"], "description": "Why the server switched it off."
          }
        }
      },
      "Webhooks": {
        "type": "object", "required": ["webhooks"],
        "properties": {
          "webhooks": {"type": "array", "items": {"$ref": "#/components/schemas/Webhook"}}
        }
      },
      "Deliveries": {
        "type": "object", "required": ["deliveries"],
        "properties": {
          "deliveries": {
            "type": "array",
            "items": {
              "type": "object",
              "required": ["id", "event", "status", "attempts", "response_code", "created_at"],
              "properties": {
                "id": {"type": "string"}, "event": {"type": "string"},
                "status": {"type": "string"}, "attempts": {"type": "integer"},
                "response_code": {"type": ["integer", "null"]},
                "created_at": {"$ref": "#/components/schemas/Time"}
              }
            }
          }
        }
      }
    }
    """#
}
