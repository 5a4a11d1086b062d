import type { Page } from 'playwright-core'

/**
 * Returns the faults of the window's layout: content wider than the window, controls out of it, covered by
 * something else, or words that are cut. Empty when there are none. Columns fold a moment after the window became
 * narrow: faults are looked for once more when the window has done its work.
 */
export async function findLayoutFaults(page: Page): Promise<string[]> {
  const faults = await faultsNow(page)
  if (faults.length === 0) return []
  await page.evaluate(async () => {
    // A window that is not drawn has no frames.
    const frame = () =>
      Promise.race([
        new Promise(requestAnimationFrame),
        new Promise((resolve) => setTimeout(resolve, 500)),
      ])
    for (let left = 3; left > 0; left -= 1) await frame()
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2000 }))
  })
  return faultsNow(page)
}

async function faultsNow(page: Page): Promise<string[]> {
  return [...(await findBadControls(page)), ...(await findCutWords(page))]
}

/** Words that end at the edge of a box which hides what is beyond, with no dots to say so. */
function findCutWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    const layers = [...document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu]')]
    const walker = document.createTreeWalker(layers.at(-1) ?? document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      range.selectNodeContents(text)
      if (isRangeCut(text) && hasCutWord(text)) {
        found.push(`“${text.nodeValue?.trim().slice(0, 40) ?? ''}” is cut in the middle`)
      }
    }
    return [...new Set(found)]

    function isRangeCut(text: Node): boolean {
      const { left, right, width } = range.getBoundingClientRect()
      return width > 0 && isCut(text.parentElement, left, right)
    }

    /** A space that hangs beyond the end of its line is no word. */
    function hasCutWord(text: Node): boolean {
      return [...(text.nodeValue ?? '').matchAll(/\S+/g)].some((word) => {
        range.setStart(text, word.index)
        range.setEnd(text, word.index + word[0].length)
        return isRangeCut(text)
      })
    }

    function isCut(parent: Element | null, left: number, right: number): boolean {
      for (let at = parent; at; at = at.parentElement) {
        const { overflowX, textOverflow } = getComputedStyle(at)
        if (textOverflow === 'ellipsis' || overflowX === 'auto' || overflowX === 'scroll')
          return false
        const box = at.getBoundingClientRect()
        const hides = overflowX !== 'visible'
        // For screen readers only: none of it is seen.
        if (hides && box.width < 3) return false
        if (hides && right > box.right + 2 && left < box.right - 2) return true
      }
      return false
    }
  })
}

function findBadControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = []
    const name = (node: Element): string => {
      const words = node.getAttribute('aria-label') ?? node.textContent.trim().slice(0, 40)
      return `${node.tagName.toLowerCase()} "${words || node.className.slice(0, 40)}"`
    }
    const root = document.documentElement
    if (root.scrollWidth > root.clientWidth) faults.push(`the page is ${root.scrollWidth} px wide`)
    if (root.scrollHeight > root.clientHeight)
      faults.push(`the page is ${root.scrollHeight} px high`)

    const layers = [
      ...document.querySelectorAll(
        '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]',
      ),
    ]
    const top = layers.at(-1) ?? document.body
    const controls = [
      ...top.querySelectorAll(
        'button, a[href], input, textarea, select, summary, [role=tab], [role=checkbox], [role=radio], [role=switch]',
      ),
    ]
    for (const node of controls) {
      const box = node.getBoundingClientRect()
      const isShown = node.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })
      // Smaller than 3 px are those that stand in for a drawn control or are for screen readers only.
      if (
        !isShown ||
        box.width < 3 ||
        box.height < 3 ||
        node.closest('[inert], [aria-hidden=true]')
      )
        continue
      const seen = visiblePart(node, box)
      if (!seen) continue
      const { innerWidth, innerHeight } = window
      if (box.left < -1 || box.right > innerWidth + 1)
        faults.push(`${name(node)} is out of the window sideways`)
      if (!isScrolled(node) && (box.top < -1 || box.bottom > innerHeight + 1))
        faults.push(`${name(node)} is out of the window`)
      const hit = document.elementFromPoint(
        (seen.left + seen.right) / 2,
        (seen.top + seen.bottom) / 2,
      )
      if (hit && !node.contains(hit) && !hit.contains(node) && !sharesLabel(node, hit)) {
        faults.push(`${name(node)} is covered by ${name(hit)}`)
      }
      const shortens = [node, ...node.querySelectorAll('*')].some(
        (one) => getComputedStyle(one).textOverflow === 'ellipsis',
      )
      if (node.tagName === 'BUTTON' && node.scrollWidth > node.clientWidth + 1 && !shortens) {
        faults.push(`${name(node)} cuts its own words`)
      }
    }
    return [...new Set(faults)]

    function scrollers(node: Element): Element[] {
      const found: Element[] = []
      for (let at = node.parentElement; at; at = at.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(at)
        if (overflowX !== 'visible' || overflowY !== 'visible') found.push(at)
      }
      return found
    }
    function isScrolled(node: Element): boolean {
      return scrollers(node).some((one) => one.scrollHeight > one.clientHeight)
    }
    /** Returns the part of it that its scrolling ancestors leave visible, if a middle part of it is. */
    function visiblePart(node: Element, box: DOMRect) {
      const part = { left: box.left, right: box.right, top: box.top, bottom: box.bottom }
      for (const one of scrollers(node)) {
        const frame = one.getBoundingClientRect()
        part.left = Math.max(part.left, frame.left)
        part.right = Math.min(part.right, frame.right)
        part.top = Math.max(part.top, frame.top)
        part.bottom = Math.min(part.bottom, frame.bottom)
      }
      return part.right - part.left > 4 && part.bottom - part.top > 4 ? part : undefined
    }
    function sharesLabel(node: Element, hit: Element): boolean {
      const label = hit.closest('label')
      return label !== null && (label.contains(node) || label.htmlFor === node.id)
    }
  })
}
