/**
 * Format 23: which HTTP transport a server has, and how a turn failed whose model sent an invalid response, are
 * kept under the names that the code has for them.
 */
export const renamedValues = `
      UPDATE servers SET json = json_set(json_remove(json, '$.transport.wire'),
          '$.transport.httpTransport', json_extract(json, '$.transport.wire'))
        WHERE CASE WHEN json_valid(json) THEN json_extract(json, '$.transport.wire') END IS NOT NULL;
      UPDATE turns SET json = json_set(json, '$.failure.code', 'invalid-response')
        WHERE instr(json, '"bad-answer"') > 0
          AND CASE WHEN json_valid(json) THEN json_extract(json, '$.failure.code') END = 'bad-answer';
    `
