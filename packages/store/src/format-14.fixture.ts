import { formatThirteenRows } from './format-13.fixture.ts'

/** Rows of format 14, word for word: the rows of format 13, their additions, and calls that a grant allowed. */
export const formatFourteenRows = `
  ${formatThirteenRows}
  INSERT INTO provider_parts (entry_seq, json) SELECT seq,
    '{"from":{"kind":"anthropic","baseUrl":"https://a.example/v1","modelId":"m"},"parts":[{"type":"reasoning","characters":7,"data":{"anthropic":{"signature":"c2lnbmVk"}}},{"type":"text","characters":8}]}'
    FROM entries WHERE id = 'm13';
  INSERT INTO kept_texts (hash, text) VALUES
    ('e7c2fd5eb9ce6ff2bf1d0bd9b45fd5ba4b9f0b3e4b5ecb4cb0dd0f5c2a6a5d10', 'Be brief.'),
    ('4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945', '[]');
  INSERT INTO turn_settings (turn_id, step, json) VALUES ('t13', 1,
    '{"step":1,"providerId":"p1","providerName":"Local","source":{"kind":"anthropic","baseUrl":"https://a.example/v1","modelId":"m"},"parameters":{"maxOutputTokens":8192},"system":"e7c2fd5eb9ce6ff2bf1d0bd9b45fd5ba4b9f0b3e4b5ecb4cb0dd0f5c2a6a5d10","tools":"4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945"}');
  INSERT INTO audit (id, json) VALUES
    ('a14', '{"id":"a14","at":1700000002000,"kind":"tool-call","serverId":"s1","serverName":"files","serverHue":0,"conversationId":"c13","entryId":"k14","subject":"read_file","by":{"kind":"grant","grantId":"g13"},"decision":"granted","edited":false,"outcome":"under-way","durationMs":null}'),
    ('a15', '{"id":"a15","at":1700000002500,"kind":"tool-call","serverId":"s1","serverName":"files","serverHue":0,"conversationId":"c13","entryId":"k14","subject":"read_file","by":{"kind":"grant","grantId":"g13"},"decision":"granted","edited":false,"outcome":"done","durationMs":400}'),
    ('a16', '{"id":"a16","at":1700000003000,"kind":"tool-call","serverId":"s1","serverName":"files","serverHue":0,"conversationId":"c13","entryId":"k16","subject":"read_file","by":{"kind":"grant","grantId":"g13"},"decision":"granted","edited":false,"outcome":"under-way","durationMs":null}');
`
