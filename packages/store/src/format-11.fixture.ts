/** Rows of format 11, word for word: asks were in memory, and records named servers by name alone. */
export const formatElevenRows = `
  INSERT INTO audit (id, json) VALUES
    ('r1', '{"id":"r1","at":1700000000000,"kind":"tool-call","serverId":"s1","serverName":"Files","serverHue":1,"conversationId":"c1","entryId":"e1","subject":"read_file","tool":{"name":"read_file","title":"Read file"},"decision":"granted","edited":false,"outcome":"done","durationMs":3}'),
    ('r2', '{"id":"r2","at":1700000000001,"kind":"sampling-response","serverId":"s1","serverName":"Files","serverHue":1,"conversationId":null,"entryId":null,"subject":"Fine.","model":{"provider":"Local","id":"m"},"decision":"send","edited":true,"outcome":"done","durationMs":null}'),
    ('r3', '{"id":"r3","at":1700000000002,"kind":"elicitation","serverId":"s1","serverName":"Files","serverHue":1,"conversationId":null,"entryId":null,"subject":"Which city?","decision":"withdrawn","edited":false,"outcome":"cancelled","durationMs":null}');
`
