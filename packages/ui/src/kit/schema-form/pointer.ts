/** JSON Pointer (RFC 6901) of a child; '' is the root. */
export function childPointer(parent: string, name: string | number): string {
  return `${parent}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** The steps of a JSON Pointer, or of a URI fragment that holds one ('#/$defs/a%20b'). */
export function pointerSteps(pointer: string): string[] {
  const isFragment = pointer.startsWith('#')
  const steps = (isFragment ? pointer.slice(1) : pointer).split('/').slice(1)
  return steps.map((step) => {
    const plain = isFragment ? decodePercent(step) : step
    return plain.replaceAll('~1', '/').replaceAll('~0', '~')
  })
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
