const COLOURS = ['fill', 'stroke'] as const

/** A drawn chart as a file of its own: colours as they are now, and nothing that refers to the page. */
export function svgText(drawn: SVGSVGElement): string {
  const copy = drawn.cloneNode(true) as SVGSVGElement
  const originals = drawn.querySelectorAll('*')
  for (const [at, element] of copy.querySelectorAll('*').entries()) {
    const original = originals[at]
    if (!original) continue
    for (const name of COLOURS)
      if (element.hasAttribute(name)) element.setAttribute(name, getComputedStyle(original)[name])
  }
  copy.removeAttribute('class')
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('font-family', 'sans-serif')
  return new XMLSerializer().serializeToString(copy)
}
