import { expect } from '../launch.ts'
import type { AskingServer } from './ask-world.ts'

interface Call {
  params: { name: string; arguments: object; _meta: object }
  id: number
}

/** Response to an ask, as the server gets it. */
export type AnswerBytes = { result: object } | { error: object }

/**
 * Everything that the server received about what it asked with a label, after the call itself: in the legacy era
 * the response to its request, in the modern one the call that is sent again with what was asked for.
 */
export function bytesAbout(server: AskingServer, label: string): string[] {
  return server.era === 'legacy'
    ? server.received().filter((text) => text.includes(`"id":"${label}"`))
    : callsOf(server, label).slice(1)
}

/** All calls with a label, as they came. */
export function callsOf(server: AskingServer, label: string): string[] {
  return server
    .received()
    .filter(
      (text) =>
        text.includes('"method":"tools/call"') &&
        (text.includes(`"label":"${label}"`) || text.includes(`"text":"${label}"`)),
    )
}

/** The message that such an answer has to be, to the byte: in the order in which the SDK writes its members. */
function expectedBytes(server: AskingServer, label: string, answer: AnswerBytes): string {
  if (server.era === 'legacy') {
    const head = { jsonrpc: '2.0', id: label }
    return JSON.stringify('error' in answer ? { ...head, ...answer } : { ...answer, ...head })
  }
  const [first = '{}', again = '{}'] = callsOf(server, label)
  const { params } = JSON.parse(first) as Call
  const { id } = JSON.parse(again) as Call
  const { name } = params
  return callText(id, {
    name,
    arguments: params.arguments,
    inputResponses: { [name]: 'result' in answer ? answer.result : answer },
    requestState: `state/${name}/ünïcode+==`,
    _meta: { ...params._meta, progressToken: id },
  })
}

/** Waits until the server received these answers and nothing else, to the byte. */
export async function expectBytes(
  server: AskingServer,
  label: string,
  ...answers: AnswerBytes[]
): Promise<void> {
  // Compared anew each time: the number of a call that is sent again is known once it came.
  await expect(() => {
    const expected = answers.map((answer) => expectedBytes(server, label, answer))
    expect(bytesAbout(server, label)).toEqual(expected)
  }).toPass({ timeout: 20_000 })
}

/** A call that is sent again as it was, but for what names this sending. */
export function repeatedCall(server: AskingServer, label: string): string {
  const [first = '{}', again = '{}'] = callsOf(server, label)
  const { params } = JSON.parse(first) as Call
  const { id } = JSON.parse(again) as Call
  return callText(id, { ...params, _meta: { ...params._meta, progressToken: id } })
}

/** A call of a tool as the host writes it. */
export function callText(id: number, params: object): string {
  return JSON.stringify({ method: 'tools/call', params, jsonrpc: '2.0', id })
}
