// A schema, a record and a query are written with GRDB's types: `import StorageKit` is enough for
// all three, as the documentation has it, also with the feature `MemberImportVisibility`.
@_exported import GRDB
