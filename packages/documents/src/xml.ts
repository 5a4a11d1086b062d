import { Parser } from 'htmlparser2'

/** Attributes of an element, by their names as they are written. */
export type Attributes = Readonly<Record<string, string | undefined>>

export interface XmlHandler {
  /** `name` has its prefix. */
  open?(name: string, attributes: Attributes): void
  text?(text: string): void
  close?(name: string): void
}

/**
 * Reads XML as events. The parser knows the five entities of XML and numbers of characters; a DOCTYPE is skipped
 * whole, so no entity is declared, expanded or fetched.
 */
export function readXml(text: string, handler: XmlHandler): void {
  const parser = new Parser(
    {
      onopentag: (name, attributes) => handler.open?.(name, attributes),
      ontext: (data) => handler.text?.(data),
      onclosetag: (name) => handler.close?.(name),
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.write(text)
  parser.end()
}

/** Targets of a relationships part (ECMA-376, part 2, section 9.3) by their ids; external ones are left out. */
export function readRelationships(text: string): Map<string, { type: string; target: string }> {
  const found = new Map<string, { type: string; target: string }>()
  readXml(text, {
    open(name, { Id, Type = '', Target, TargetMode }) {
      if (name !== 'Relationship' || Id === undefined || Target === undefined) return
      if (TargetMode === 'External') return
      found.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), target: Target })
    },
  })
  return found
}
