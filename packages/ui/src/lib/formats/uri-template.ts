import { parseTemplate } from 'url-template'

/** A variable of a URI template (RFC 6570). */
export interface UriTemplateVariable {
  name: string
  /** `*`: several values, separated by commas. */
  list: boolean
  /** Without it the path has a hole; query and fragment parts may stay out. */
  required: boolean
}

/** The variables of a template in order, each once. */
export function templateVariables(template: string): UriTemplateVariable[] {
  const found = new Map<string, UriTemplateVariable>()
  for (const [, operator = '', body = ''] of template.matchAll(/\{([+#./;?&]?)([^{}]+)\}/g)) {
    for (const part of body.split(',')) {
      const name = part.replace(/(?::\d+|\*)$/, '').trim()
      if (name === '' || found.has(name)) continue
      const required = operator === '' || operator === '+' || operator === '/' || operator === '.'
      found.set(name, { name, list: part.endsWith('*'), required })
    }
  }
  return [...found.values()]
}

/** The URI for what is filled in; variables without a value are left out as RFC 6570 says. */
export function expandTemplate(template: string, filled: Record<string, string>): string {
  const values = templateVariables(template).flatMap(({ name, list }) => {
    const value = filled[name]
    if (value === undefined) return []
    return [[name, list ? value.split(',').map((item) => item.trim()) : value] as const]
  })
  return parseTemplate(template).expand(Object.fromEntries(values))
}
