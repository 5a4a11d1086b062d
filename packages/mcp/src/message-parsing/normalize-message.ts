import { omitNulls } from '@gatehouse/domain'

/** JSON-RPC 2.0, section 5.1: "Internal JSON-RPC error". Stands in for a code that is no whole number. */
const INTERNAL_ERROR = -32_603

type Members = Record<string, unknown>

/**
 * A parsed value as the JSON-RPC message that its sender meant, before any schema sees it. Members that are null
 * are absent ({@link omitNulls}); members that no message has are left out; a missing `jsonrpc` is that of the only
 * version there is; an error keeps its words, whatever its form; a text or a list in place of a result is the
 * content of one. Nothing else is guessed. Returns the same value when nothing is to be changed.
 */
export function normalizeMessage(value: unknown): unknown {
  if (!isMembers(value)) return value
  const message = omitNulls(value) as Members
  const { method, id, params, result, error } = message
  if (typeof method === 'string')
    return shaped(message, {
      id,
      method,
      params: isMembers(params) ? usableMeta(params) : undefined,
    })
  // The null of a response is its fault, and is named.
  if (id !== undefined && value['result'] === null && error === undefined)
    return { ...message, result: null }
  if (id === undefined || (result === undefined) === (error === undefined)) return message
  return result === undefined
    ? shaped(message, { id, error: normalizeError(error) })
    : shaped(message, { id, result: normalizeResult(result) })
}

/** The message with exactly these members; the same one if it has them already. */
function shaped(message: Members, members: Members): Members {
  const wanted: Members = { jsonrpc: '2.0', ...definedOf(members) }
  const names = Object.keys(message)
  const isSame =
    names.length === Object.keys(wanted).length &&
    names.every((name) => message[name] === wanted[name])
  return isSame ? message : wanted
}

function definedOf(members: Members): Members {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
}

/** A list of blocks, or the text of one, is the content of a tool result. */
function normalizeResult(result: unknown): unknown {
  if (isMembers(result)) return usableMeta(result)
  return Array.isArray(result) || typeof result === 'string' ? { content: result } : result
}

/** Metadata that is no object says nothing. */
function usableMeta(body: Members): Members {
  const { _meta, ...rest } = body
  return _meta === undefined || isMembers(_meta) ? body : rest
}

function normalizeError(error: unknown): unknown {
  if (typeof error === 'string') return { code: INTERNAL_ERROR, message: error }
  if (!isMembers(error)) return error
  const { code, message, data } = error
  if (Number.isSafeInteger(code) && typeof message === 'string') return error
  const words = [message, data, code].find((one) => typeof one === 'string' && one !== '')
  const number = Number.isSafeInteger(code) ? code : INTERNAL_ERROR
  // An error without a word and without a code says nothing: it stays as it is, and is refused.
  if (words === undefined && number === INTERNAL_ERROR) return error
  const text = words ?? 'The server gave no reason.'
  return { code: number, message: text, ...(data === undefined ? {} : { data }) }
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
