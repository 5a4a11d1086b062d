/**
 * Rows of format 9, word for word: chats were lists of turns, of which some had been tried again. To be read beside
 * nothing else.
 */
const turn = (id: string, chatId: string, [status, superseded] = ['done', false]) =>
  `('${id}', '${chatId}', '${status}', '{"id":"${id}","conversationId":"${chatId}","origin":"message","status":"${status}","model":{"providerId":"p1","modelId":"m"},"step":1,"stepLimit":20,"failure":null,"superseded":${superseded},"startedAt":1700000000000,"endedAt":1700000001000}')`
const message = (turnId: string) =>
  `('${turnId}', 1, 'u-${turnId}', '{"kind":"user-message","id":"u-${turnId}","text":"hello","createdAt":1700000000000}'),
   ('${turnId}', 2, 'm-${turnId}', '{"kind":"assistant-message","id":"m-${turnId}","step":1,"text":"Hi from ${turnId}.","reasoning":"","status":"complete","usage":{"inputTokens":5,"outputTokens":2},"createdAt":1700000000000}')`
const chat = (id: string) =>
  `('${id}', 1700000000000, '{"id":"${id}","title":"Chat","titled":true,"model":null,"serverIds":null,"draft":"","createdAt":1700000000000,"updatedAt":1700000000000}')`

export const formatNineRows = `
  INSERT INTO conversations (id, updated_at, json) VALUES ${['tried', 'cut', 'plain', 'empty'].map(chat).join(', ')};
  INSERT INTO turns (id, conversation_id, status, json) VALUES
    ${turn('a1', 'tried')},
    ${turn('p1', 'plain')},
    ${turn('a2', 'tried', ['failed', true])},
    ${turn('a3', 'tried', ['interrupted', true])},
    ${turn('p2', 'plain')},
    ${turn('a4', 'tried')},
    ${turn('a5', 'tried')},
    ${turn('c1', 'cut')},
    ${turn('c2', 'cut', ['failed', true])};
  INSERT INTO entries (turn_id, ordinal, id, json) VALUES
    ${['a1', 'p1', 'a2', 'a3', 'p2', 'a4', 'a5', 'c1', 'c2'].map(message).join(',\n    ')};
  INSERT INTO entry_pieces (id, json)
    SELECT seq * 1048576, '{"text":" And more.","reasoning":""}' FROM entries WHERE id = 'm-p2';
`
