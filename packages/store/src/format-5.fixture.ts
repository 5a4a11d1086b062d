/** Rows that formats 2 to 5 added, word for word; to be read beside {@link formatOneRows}. */
export const formatFiveRows = `
  INSERT INTO workspaces (id, json) VALUES ('w1', '{"id":"w1","name":"Work","folders":[],"createdAt":1700000000000}');
  INSERT INTO roots_asked (server_id) VALUES ('s1');
  INSERT INTO server_verdicts (server_id, json) VALUES ('s1', '{"key":"00","era":"legacy","protocolVersion":"2025-11-25","transport":"stdio"}');
  INSERT INTO server_lists (server_id, name, json) VALUES ('s1', 'prompts', '[]');
  INSERT INTO servers (id, json) VALUES ('s2', '{"id":"s2","name":"Remote","hue":3,"transport":{"kind":"http","url":"https://a.example/mcp","headers":[{"name":"Authorization","value":{"kind":"secret","ref":"server/s2/header/Authorization"}}]},"protocol":"auto","network":{"proxy":{"url":"http://proxy.example:3128","user":"ada","password":{"kind":"secret","ref":"server/s2/proxy/password"}}},"start":"launch","requestTimeoutMs":60000,"createdAt":1700000000000}');
`
