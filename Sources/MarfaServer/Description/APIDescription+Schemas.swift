extension APIDescription {
  static let schemaText = #"""
    {
      "Object": {"type": "object"},
      "Ok": {"type": "object", "required": ["ok"], "properties": {"ok": {"const": true}}},
      "Error": {
        "type": "object", "required": ["error"],
        "properties": {
          "error": {
            "type": "object", "required": ["code"],
            "properties": {
              "code": {"type": "string"}, "message": {"type": "string"},
              "status": {"type": "integer"}, "details": {"type": "object"}
            }
          },
          "current": {"type": "object"}, "ancestor": {"type": ["object", "null"]},
          "conflicting_fields": {"type": "array", "items": {"type": "string"}},
          "merge_policy": {"type": "object"}
        }
      },
      "State": {"enum": ["active", "archived", "trashed", "revoked"]},
      "Tier": {"enum": ["library", "feed"]},
      "TagList": {"type": "array", "items": {"type": "string"}},
      "Permissions": {
        "type": "object", "additionalProperties": {"enum": ["read", "write", "none"]}
      },
      "EdgeTargets": {
        "type": "object",
        "additionalProperties": {"type": "array", "items": {"type": "string"}}
      },
      "Attachment": {
        "type": "object", "required": ["blob_ref", "mime_type"], "additionalProperties": false,
        "properties": {
          "blob_ref": {"type": "string", "pattern": "^sha256:[0-9a-f]{64}$"},
          "mime_type": {"type": "string"}, "title": {"type": "string"},
          "role": {"type": "string"}
        }
      },
      "Item": {
        "type": "object",
        "required": [
          "id", "type", "properties", "state", "version", "schema_version", "source",
          "timestamp", "created_at", "updated_at"
        ],
        "properties": {
          "id": {"type": "string"}, "type": {"type": "string"},
          "properties": {"type": "object"}, "state": {"$ref": "#/components/schemas/State"},
          "tier": {"$ref": "#/components/schemas/Tier"},
          "tenant_id": {"type": ["string", "null"]}, "version": {"type": "integer"},
          "schema_version": {"type": "integer"}, "source": {"type": "string"},
          "source_id": {"type": "string"}, "device": {"type": "string"},
          "capture_latitude": {"type": "number"}, "capture_longitude": {"type": "number"},
          "timestamp": {"type": "string"}, "created_at": {"type": "string"},
          "updated_at": {"type": "string"},
          "attachments": {
            "type": "array", "items": {"$ref": "#/components/schemas/Attachment"}
          },
          "edges": {"type": "object"}, "extensions": {"type": "object"}
        }
      },
      "Metadata": {
        "type": "object", "required": ["item_id", "tags", "extensions"],
        "properties": {
          "item_id": {"type": "string"}, "tags": {"$ref": "#/components/schemas/TagList"},
          "extensions": {"type": "object"}
        }
      },
      "ItemResponse": {
        "type": "object", "required": ["item", "metadata"],
        "properties": {
          "item": {"$ref": "#/components/schemas/Item"},
          "metadata": {"$ref": "#/components/schemas/Metadata"}
        }
      },
      "MetadataResponse": {
        "type": "object", "required": ["metadata"],
        "properties": {"metadata": {"$ref": "#/components/schemas/Metadata"}}
      },
      "Page": {
        "type": "object", "required": ["data", "cursor", "has_more"],
        "properties": {
          "data": {"type": "array", "items": {"type": "object"}},
          "cursor": {"type": ["string", "null"]}, "has_more": {"type": "boolean"}
        }
      },
      "CreateItem": {
        "type": "object", "required": ["type"], "additionalProperties": false,
        "properties": {
          "id": {"type": "string"}, "type": {"type": "string"},
          "properties": {"type": "object"}, "state": {"$ref": "#/components/schemas/State"},
          "tier": {"$ref": "#/components/schemas/Tier"},
          "timestamp": {"type": "string", "format": "date-time"}, "source": {"type": "string"},
          "source_id": {"type": "string"}, "device": {"type": "string"},
          "capture_latitude": {"type": "number"}, "capture_longitude": {"type": "number"},
          "tags": {"$ref": "#/components/schemas/TagList"},
          "edges": {"$ref": "#/components/schemas/EdgeTargets"},
          "attachments": {
            "type": "array", "items": {"$ref": "#/components/schemas/Attachment"}
          }
        }
      },
      "PatchItem": {
        "type": "object", "additionalProperties": false,
        "properties": {
          "properties": {"type": "object"}, "version": {"type": "integer", "minimum": 0},
          "snapshot": {"type": "boolean"}, "tier": {"$ref": "#/components/schemas/Tier"},
          "timestamp": {"type": "string", "format": "date-time"},
          "source_id": {"type": "string"},
          "edges": {"$ref": "#/components/schemas/EdgeTargets"},
          "attachments": {
            "type": "array", "items": {"$ref": "#/components/schemas/Attachment"}
          }
        }
      },
      "Transition": {
        "type": "object", "required": ["state"], "additionalProperties": false,
        "properties": {"state": {"$ref": "#/components/schemas/State"}}
      },
      "Tags": {
        "type": "object", "additionalProperties": false,
        "properties": {"tags": {"$ref": "#/components/schemas/TagList"}}
      },
      "SomeTags": {
        "type": "object", "required": ["tags"], "additionalProperties": false,
        "properties": {"tags": {"type": "array", "minItems": 1, "items": {"type": "string"}}}
      },
      "BulkItems": {
        "type": "object", "required": ["items"], "additionalProperties": false,
        "properties": {
          "items": {
            "type": "array", "minItems": 1, "maxItems": 5000,
            "items": {"$ref": "#/components/schemas/CreateItem"}
          },
          "mode": {"enum": ["upsert", "create_only"]}, "atomic": {"type": "boolean"},
          "emit_events": {"type": "boolean"}
        }
      },
      "BulkEdges": {
        "type": "object", "required": ["edges"], "additionalProperties": false,
        "properties": {
          "edges": {
            "type": "array", "minItems": 1, "maxItems": 5000,
            "items": {"$ref": "#/components/schemas/BulkEdge"}
          },
          "mode": {"enum": ["upsert", "create_only"]}, "atomic": {"type": "boolean"},
          "emit_events": {"type": "boolean"}
        }
      },
      "BulkResult": {
        "type": "object", "required": ["counts", "results"],
        "properties": {"counts": {"type": "object"}, "results": {"type": "array"}}
      },
      "BulkAction": {
        "type": "object", "required": ["filter", "action"], "additionalProperties": false,
        "properties": {
          "filter": {
            "type": "object", "additionalProperties": false,
            "properties": {
              "type": {"type": "string"}, "state": {"$ref": "#/components/schemas/State"},
              "source": {"type": "string"}, "tier": {"$ref": "#/components/schemas/Tier"},
              "tags": {"$ref": "#/components/schemas/TagList"}, "since": {"type": "string"},
              "until": {"type": "string"}, "filter": {"type": "string"}
            }
          },
          "action": {
            "enum": [
              "transition", "purge", "update_tags", "update_tier", "update_properties",
              "update_timestamp"
            ]
          },
          "dry_run": {"type": "boolean"},
          "max_items": {"type": "integer", "minimum": 1, "maximum": 50000},
          "emit_events": {"type": "boolean"}, "confirm": {"type": "string"},
          "state": {"$ref": "#/components/schemas/State"},
          "add": {"$ref": "#/components/schemas/TagList"},
          "remove": {"$ref": "#/components/schemas/TagList"},
          "tier": {"$ref": "#/components/schemas/Tier"}, "properties": {"type": "object"},
          "timestamp": {"type": "string"}
        }
      },
      "CreateEdge": {
        "type": "object", "required": ["source_id", "target_id", "edge_type"],
        "additionalProperties": false,
        "properties": {
          "source_id": {"type": "string"}, "target_id": {"type": "string"},
          "edge_type": {"type": "string"}, "properties": {"type": "object"}
        }
      },
      "BulkEdge": {
        "type": "object", "required": ["source_id", "target_id", "edge_type"],
        "additionalProperties": false,
        "properties": {
          "id": {"type": "string"}, "source_id": {"type": "string"},
          "target_id": {"type": "string"}, "edge_type": {"type": "string"},
          "properties": {"type": "object"}
        }
      },
      "PatchEdge": {
        "type": "object", "required": ["properties"], "additionalProperties": false,
        "properties": {"properties": {"type": "object"}}
      },
      "EdgeResponse": {
        "type": "object", "required": ["edge"], "properties": {"edge": {"type": "object"}}
      },
      "EdgeType": {
        "type": "object", "required": ["id", "cardinality"], "additionalProperties": false,
        "properties": {
          "id": {"type": "string"}, "label": {"type": "string"},
          "description": {"type": "string"},
          "cardinality": {
            "enum": ["one-to-one", "one-to-many", "many-to-one", "many-to-many"]
          },
          "source_type_constraints": {"$ref": "#/components/schemas/TagList"},
          "target_type_constraints": {"$ref": "#/components/schemas/TagList"},
          "cascade_on_delete": {"enum": ["cascade", "orphan", "block"]},
          "property_schema": {
            "type": "object", "additionalProperties": {"$ref": "#/components/schemas/Field"}
          }
        }
      },
      "Field": {
        "type": "object", "required": ["type"],
        "properties": {"type": {"type": "string"}, "description": {"type": "string"}}
      },
      "ItemType": {
        "type": "object", "required": ["id"],
        "properties": {
          "id": {"type": "string"}, "label": {"type": "string"},
          "description": {"type": "string"}, "parent": {"type": "string"},
          "fields": {
            "type": "object", "additionalProperties": {"$ref": "#/components/schemas/Field"}
          },
          "required": {"$ref": "#/components/schemas/TagList"},
          "version": {"type": "integer", "minimum": 1}, "display_hints": {"type": "object"},
          "version_policy": {"type": "object"}, "merge_policy": {"type": "object"}
        }
      },
      "ItemTypes": {"type": "array", "items": {"$ref": "#/components/schemas/ItemType"}},
      "Blob": {
        "type": "object", "required": ["hash", "mime_type", "size"],
        "properties": {
          "hash": {"type": "string"}, "mime_type": {"type": "string"},
          "size": {"type": "integer"}
        }
      },
      "CreateKey": {
        "type": "object", "required": ["label", "source"], "additionalProperties": false,
        "properties": {
          "label": {"type": "string", "minLength": 1, "maxLength": 200},
          "source": {"type": "string", "minLength": 1, "maxLength": 200},
          "role": {"enum": ["admin", "tenant_admin", "member"]},
          "default_tier": {"$ref": "#/components/schemas/Tier"},
          "is_platform": {"type": "boolean"},
          "type_permissions": {"$ref": "#/components/schemas/Permissions"},
          "extension_permissions": {"$ref": "#/components/schemas/Permissions"},
          "edge_permissions": {"$ref": "#/components/schemas/Permissions"},
          "metadata_permissions": {"$ref": "#/components/schemas/Permissions"}
        }
      },
      "PatchKey": {
        "type": "object", "additionalProperties": false,
        "properties": {
          "label": {"type": "string", "minLength": 1, "maxLength": 200},
          "default_tier": {"$ref": "#/components/schemas/Tier"},
          "type_permissions": {"$ref": "#/components/schemas/Permissions"},
          "extension_permissions": {"$ref": "#/components/schemas/Permissions"},
          "edge_permissions": {"$ref": "#/components/schemas/Permissions"},
          "metadata_permissions": {"$ref": "#/components/schemas/Permissions"}
        }
      },
      "CreateWebhook": {
        "type": "object", "required": ["url", "events"], "additionalProperties": false,
        "properties": {
          "url": {"type": "string", "format": "uri"},
          "events": {"type": "array", "minItems": 1, "items": {"type": "string"}},
          "type_filter": {"$ref": "#/components/schemas/TagList"}, "secret": {"type": "string"}
        }
      },
      "PatchWebhook": {
        "type": "object", "additionalProperties": false,
        "properties": {
          "url": {"type": "string", "format": "uri"},
          "events": {"type": "array", "minItems": 1, "items": {"type": "string"}},
          "type_filter": {"$ref": "#/components/schemas/TagList"},
          "secret": {"type": "string"}, "active": {"type": "boolean"}
        }
      },
      "PatchProfile": {
        "type": "object", "additionalProperties": false,
        "properties": {
          "username": {"type": "string"}, "first_name": {"type": "string"},
          "last_name": {"type": "string"}, "bio": {"type": "string"},
          "email": {"type": "string"}
        }
      },
      "MutationBatch": {
        "type": "object", "required": ["mutations"], "additionalProperties": false,
        "properties": {
          "mutations": {
            "type": "array", "maxItems": 500,
            "items": {
              "type": "object", "required": ["id", "method", "path"],
              "additionalProperties": false,
              "properties": {
                "id": {"type": "string"}, "method": {"enum": ["POST", "PUT", "PATCH", "DELETE"]},
                "path": {"type": "string"}, "body": {}
              }
            }
          }
        }
      }
    }
    """#
}
