/** Format 15: a grant holds how far it reaches, and how often it was used: what earlier versions recorded is counted. */
export const grantsInScope = `
      CREATE TABLE grants_in_scope (
        seq INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        scope TEXT NOT NULL CHECK (scope IN ('chat', 'workspace', 'always')),
        -- The chat or the workspace; empty for always.
        place TEXT NOT NULL,
        server_id TEXT NOT NULL,
        tool_name TEXT NOT NULL,
        json TEXT NOT NULL,
        uses INTEGER NOT NULL DEFAULT 0,
        last_used_at INTEGER,
        UNIQUE (scope, place, server_id, tool_name)
      ) STRICT;
      INSERT INTO grants_in_scope (seq, id, scope, place, server_id, tool_name, json)
        SELECT seq, id, 'chat', conversation_id, server_id, tool_name,
          CASE WHEN json_valid(json) THEN json_set(json_remove(json, '$.conversationId'), '$.scope',
            json_object('kind', 'chat', 'conversationId', conversation_id)) ELSE json END
        FROM grants;
      WITH used AS (
        SELECT json ->> '$.by.grantId' AS id, count(DISTINCT json ->> '$.entryId') AS uses,
          max(json ->> '$.at') AS at
        FROM audit WHERE CASE WHEN json_valid(json) THEN json ->> '$.by.kind' END = 'grant' GROUP BY 1
      )
      UPDATE grants_in_scope SET uses = used.uses, last_used_at = used.at
        FROM used WHERE used.id = grants_in_scope.id;
      DROP TABLE grants;
      ALTER TABLE grants_in_scope RENAME TO grants;
      CREATE INDEX grants_of_server ON grants (server_id);
      CREATE TRIGGER grants_go_with_chat AFTER DELETE ON conversations BEGIN
        DELETE FROM grants WHERE scope = 'chat' AND place = old.id;
      END;
      CREATE TRIGGER grants_go_with_workspace AFTER DELETE ON workspaces BEGIN
        DELETE FROM grants WHERE scope = 'workspace' AND place = old.id;
      END;
    `
