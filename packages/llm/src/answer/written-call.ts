import { objectOfJson, valueOfJson, type JsonObject, type JsonValue } from '@gatehouse/domain'
import { objectOf, objectsOf, wordOf } from '../fields.ts'

/** A call that a model wrote into its text. */
export interface CallInText {
  name: string
  /** Absent where they cannot be read. */
  arguments?: JsonObject | undefined
}

/** The most of a text that is looked at. */
const MAX_TEXT = 100_000

/** Marks of calls that the parser of a server left in the text, and how the call after each is read. */
const MARKS: readonly { mark: string; read: (rest: string) => CallInText | undefined }[] = [
  { mark: '<tool_call>', read: (rest) => readJsonCall(rest) ?? readXmlCall(rest) },
  { mark: '[TOOL_CALLS]', read: (rest) => readJsonCall(rest) },
  { mark: '<|python_tag|>', read: (rest) => readJsonCall(rest) },
  { mark: '<|channel|>commentary to=', read: readHarmonyCall },
  {
    mark: '<｜DSML｜function_calls>',
    read: (rest) => readXmlCall(rest.replaceAll('｜DSML｜', '')),
  },
  { mark: '<｜tool▁call', read: readDeepSeekCall },
  { mark: '<function_calls>', read: readXmlCall },
  { mark: '<function=', read: (rest) => readXmlCall(`<function=${rest}`) },
]

/** Returns the call that a text holds outside of code; a text that is JSON alone is one if it names an offered tool. */
export function callInText(text: string, toolNames: ReadonlySet<string>): CallInText | undefined {
  const trimmed = text.slice(0, MAX_TEXT).trim()
  for (const { mark, read } of MARKS) {
    const at = trimmed.indexOf(mark)
    if (at === -1 || isInCode(trimmed, at)) continue
    const call = read(trimmed.slice(at + mark.length))
    // A sentence about the mark is no call.
    if (!call && !/(?:^|\n)[^\S\n]{0,20}$/.test(trimmed.slice(Math.max(0, at - 21), at))) continue
    return call ? { ...call, name: call.name.replace(/^functions[.:]/, '') } : { name: '' }
  }
  const bare = callOfJson(valueOfJson(withoutFence(trimmed)))
  return bare && toolNames.has(bare.name) ? bare : undefined
}

const isInCode = (text: string, at: number): boolean =>
  (text.slice(0, at).split('`').length - 1) % 2 === 1

const withoutFence = (text: string): string =>
  /^```(?:json)?\n([^`]*)\n?```$/.exec(text)?.[1]?.trim() ?? text

function callOfJson(value: JsonValue | undefined): CallInText | undefined {
  const call = Array.isArray(value) ? objectsOf(value)[0] : objectOf(value)
  const given = objectOf(call?.['function']) ?? call
  const name = wordOf(given?.['name'])
  const input = given?.['arguments'] ?? given?.['parameters']
  const args = objectOf(typeof input === 'string' ? valueOfJson(input) : input)
  return name === undefined || (input !== undefined && !args)
    ? undefined
    : { name, arguments: args ?? {} }
}

/** Reads the JSON that a text begins with, up to the next mark. */
function readJsonCall(rest: string): CallInText | undefined {
  const end = Math.max(rest.lastIndexOf('}'), rest.lastIndexOf(']')) + 1
  const first = rest.split(/<\/tool_call>|\[TOOL_CALLS\]/, 1)[0] ?? ''
  return callOfJson(valueOfJson(first.trim())) ?? callOfJson(valueOfJson(rest.slice(0, end).trim()))
}

/** `functions.NAME … <|message|>{…}<|call|>` */
function readHarmonyCall(rest: string): CallInText | undefined {
  const name = /^[\w.:-]{1,200}/.exec(rest)?.[0]
  const message = rest.split('<|message|>')[1]?.split('<|')[0] ?? ''
  return name === undefined ? undefined : { name, arguments: objectOfJson(message) }
}

/** `function<｜tool▁sep｜>NAME … {…}` */
function readDeepSeekCall(rest: string): CallInText | undefined {
  const name = rest.split('<｜tool▁sep｜>')[1]?.match(/^[\w.:-]{1,200}/)?.[0]
  const json = rest.slice(rest.indexOf('{'), rest.lastIndexOf('}') + 1)
  return name === undefined ? undefined : { name, arguments: objectOfJson(json) }
}

/** `<invoke name="NAME"><parameter name="KEY">VALUE</parameter></invoke>`, or `<function=NAME>` with JSON or parameters. */
function readXmlCall(rest: string): CallInText | undefined {
  const start = /<(?:invoke name="|function=)([\w.:-]{1,200})"?>?/.exec(rest)
  const name = start?.[1]
  if (!start || name === undefined) return undefined
  const inside =
    rest.slice(start.index + start[0].length).split(/<\/(?:invoke|function)>/, 1)[0] ?? ''
  const json = objectOfJson(inside.trim())
  if (json) return { name, arguments: json }
  const args: JsonObject = {}
  for (const part of inside.split(/<parameter(?: name="|=)/).slice(1)) {
    const key = /^[\w.-]{1,200}/.exec(part)?.[0]
    const text =
      part
        .slice(part.indexOf('>') + 1)
        .split('</parameter>', 1)[0]
        ?.trim() ?? ''
    if (key !== undefined) args[key] = valueOfJson(text) ?? text
  }
  return { name, arguments: args }
}
