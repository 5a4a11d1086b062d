import type { ConsentBridge } from '@gatehouse/contract'
import type { ConsentView } from '@gatehouse/domain'
import { ConsentApp } from '../consent-window/index.ts'
import { mount, shownText } from './mount.ts'

/** The texts that a person reads of one launch, as data. */
export interface RenderedLaunch {
  name: string
  command: string | undefined
  /** The file that the command was found at. */
  path: string | undefined
  args: string[]
  /** Variables, or headers. */
  values: [name: string, value: string][]
  directory: string | undefined
  /** The host that is reached, drawn alone. */
  host: string | undefined
  url: string | undefined
  /** The address as it is asked for, where that is not the one that was given. */
  sentAs: string | undefined
  /** Texts of which the end is not drawn. */
  unseen: number
}

export interface RenderedConsent {
  launch(): RenderedLaunch
  /** Draws what was too long to be drawn at once. */
  showAll(): Promise<void>
  close(): Promise<void>
}

/** For tests: the page of the consent window, read back from what it drew. */
export async function renderConsent(
  view: ConsentView,
  reveal: ConsentBridge['reveal'] = () => Promise.resolve(null),
): Promise<RenderedConsent> {
  const bridge: ConsentBridge = {
    read: () => Promise.resolve(view),
    decide: () => Promise.resolve(true),
    reveal,
  }
  const { element, run, close } = await mount(<ConsentApp bridge={bridge} />)
  const unseen = () => element.querySelector<HTMLElement>('[data-testid=unseen]')
  return {
    launch: () => readLaunch(element, Number(/\d+/.exec(unseen()?.textContent ?? '')?.[0] ?? 0)),
    showAll: () => run(() => unseen()?.parentElement?.querySelector('button')?.click()),
    close,
  }
}

function readLaunch(element: HTMLElement, unseen: number): RenderedLaunch {
  const part = (title: RegExp) =>
    Array.from(element.querySelectorAll('section')).find((section) =>
      title.test(section.querySelector('h3')?.textContent ?? ''),
    )
  const box = (title: RegExp) => textOf(part(title)?.querySelector(':scope > div'))
  const values = part(/^(?:Environment|Headers)$/)
  return {
    name: textOf(element.querySelector('h2')) ?? '',
    command: box(/^Command$/),
    path: textOf(part(/^Command$/)?.querySelector(':scope > p > bdi')),
    args: Array.from(
      part(/^\d+ arguments?$/)?.querySelectorAll(':scope > ol > li') ?? [],
      (item) => textOf(item.children[1]) ?? '',
    ),
    values: Array.from(values?.querySelectorAll('dl > div') ?? [], (row) => [
      textOf(row.querySelector('dt')) ?? '',
      textOf(row.querySelector('dd')) ?? '',
    ]),
    directory: box(/^Working directory$/),
    host: textOf(part(/^URL$/)?.querySelector('[data-testid=host]')),
    url: textOf(part(/^URL$/)?.querySelector(':scope > div > :not([data-testid=host])')),
    sentAs: textOf(part(/^URL$/)?.querySelector(':scope > p > bdi')),
    unseen,
  }
}

function textOf(element: Element | null | undefined): string | undefined {
  return element ? shownText(element) : undefined
}
