import type { DataFlow } from '@gatehouse/domain'
import type { AddressRange } from '@gatehouse/domain/links'
import { foldText } from './fold-text.ts'

/** A part of an address that may hold an encoded text by itself. */
export interface AddressPart extends AddressRange {
  text: string
}

/** Where the host of a normalised http(s) address begins. */
export const hostStart = (url: string): number => url.indexOf('://') + 3

/** The labels of the host, the segments of the path, the names and values of query and fragment. */
export function addressParts(url: string): AddressPart[] {
  const parts: AddressPart[] = []
  for (const { 0: text, index } of url.slice(hostStart(url)).matchAll(/[^./?#&=:]+/g)) {
    const start = hostStart(url) + index
    parts.push({ text, start, end: start + text.length })
  }
  return parts
}

/** The argument names under which an address is searched. */
export const WHOLE = 'address'
export const PARTS = 'parts'

type Found = Pick<DataFlow, 'path' | 'how' | 'excerpt' | 'characters'>

/** The ranges of an address that hold what was found in it, in ascending order and apart. */
export function addressMarks(
  url: string,
  parts: readonly AddressPart[],
  found: readonly Found[],
): AddressRange[] {
  const exact = found.flatMap((one) => rangeOf(url, parts, one) ?? [])
  const isAllExact = found.every((one) => rangeOf(url, parts, one) !== null)
  // Pieces over several parts, or a decoded text across them: all that can carry something.
  const ranges =
    exact.length > 0 || isAllExact ? exact : [{ start: hostStart(url), end: url.length }]
  return union(ranges)
}

function rangeOf(
  url: string,
  parts: readonly AddressPart[],
  { path, how, excerpt, characters }: Found,
): AddressRange | null {
  if (path.startsWith(`${PARTS}.`)) {
    const part = parts[Number(path.slice(PARTS.length + 1))]
    if (!part) return null
    return (how === 'plain' ? plainRange(url, part.start, { excerpt, characters }) : null) ?? part
  }
  return path === WHOLE && how === 'plain'
    ? plainRange(url, hostStart(url), { excerpt, characters })
    : null
}

/** From the excerpt on as many letters and digits as were found; an excerpt may be cut. */
function plainRange(
  url: string,
  from: number,
  { excerpt, characters }: Pick<Found, 'excerpt' | 'characters'>,
): AddressRange | null {
  const start = url.indexOf(excerpt, from)
  if (excerpt === '' || start < 0) return null
  const { origins } = foldText(url.slice(start), { places: true })
  return { start, end: start + (origins[characters - 1] ?? excerpt.length - 1) + 1 }
}

function union(ranges: readonly AddressRange[]): AddressRange[] {
  const all: AddressRange[] = []
  for (const { start, end } of ranges.toSorted((one, other) => one.start - other.start)) {
    const last = all.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else all.push({ start, end })
  }
  return all
}
