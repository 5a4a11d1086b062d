/** The time for which main is busy while each sample file is attached, and the memory of the processes that read them. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { ElectronApplication } from 'playwright-core'
import { expect, test } from '../launch.ts'
import { connectScripted } from '../support/models/models.ts'
import { longestOfMain, mainMeter, type MainBlock } from './main-blocks.ts'
import { atMost, report, type Measure } from './measures.ts'

const LIMIT_MS = 50
/** Bytes: DOCUMENT_LIMITS and PICTURE_LIMITS in packages/domain. */
const LIMITS = { document: 600_000_000, picture: 1_200_000_000 }

const root = join(import.meta.dirname, '../..')
const FOLDERS = [
  'packages/documents/fixtures/samples',
  'packages/documents/fixtures',
  'apps/desktop/src/main/pictures/fixtures',
].map((folder) => join(root, folder))

/** Paths: a debugger would carry the bytes of files through main. */
function sampleFiles(folder: string): string[] {
  const kept = FOLDERS.flatMap((one) =>
    readdirSync(one, { withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.mjs'))
      .map(({ name }) => join(one, name)),
  )
  const bytesOf = (name: string) =>
    readFileSync(kept.find((path) => basename(path) === name) ?? name)
  const made = [
    { name: 'huge.txt', buffer: Buffer.alloc(4_900_000, 'Long lines of a log. ') },
    { name: 'wide.csv', buffer: Buffer.alloc(4_900_000, '姓名,部门,工资\r\n') },
    { name: 'huge-gb18030.csv', buffer: Buffer.alloc(4_900_000, bytesOf('gb18030.csv')) },
    { name: 'huge-utf-16.csv', buffer: Buffer.alloc(4_900_000, bytesOf('utf-16le.csv')) },
    // A photo with its film behind it.
    {
      name: 'film.jpg',
      buffer: Buffer.concat([bytesOf('photo.jpg'), Buffer.alloc(8_000_000, bytesOf('photo.heic'))]),
    },
  ]
  for (const { name, buffer } of made) writeFileSync(join(folder, name), buffer)
  return [...kept, ...made.map(({ name }) => join(folder, name))]
}

test('main while each sample file is attached', async ({ launch }) => {
  const { app, page } = await launch({ args: mainMeter })
  // A local model: documents are read, and scanned pages are drawn.
  await connectScripted(page, 'chat', [])
  await watchMemory(app)
  const chips = page.getByTestId('attachment-tray').getByRole('listitem')
  const remove = page.getByTestId('attachment-tray').locator('[data-remove]')
  const blocks: ({ name: string } & MainBlock)[] = []
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'))
  for (const file of sampleFiles(folder)) {
    await longestOfMain(app)
    await page.getByTestId('file-input').setInputFiles([file])
    // Attached, or refused in words.
    await expect(chips.first()).toBeVisible({ timeout: 120_000 })
    await expect(chips.first()).not.toContainText('reading…', { timeout: 120_000 })
    await page.waitForTimeout(100)
    blocks.push({ name: basename(file), ...(await longestOfMain(app)) })
    await remove.first().click()
    await chips.first().waitFor({ state: 'detached', timeout: 60_000 })
  }
  rmSync(folder, { recursive: true })
  const memory = await mostMemory(app)
  const sorted = blocks.toSorted((one, other) => other.own - one.own)
  for (const { name, own, late, busy } of sorted.slice(0, 10))
    process.stdout.write(
      `${name}: main ${Math.round(own)} ms (computing ${Math.round(busy)}, late ${Math.round(late)})\n`,
    )
  const [worst] = sorted
  report([
    atMost(
      `Longest that main was busy with one of ${blocks.length} files`,
      worst?.own ?? Infinity,
      {
        limit: LIMIT_MS,
        beside: `${worst?.name}; ${Math.round(worst?.late ?? 0)} ms with other processes’ turns`,
      },
    ),
    atMostMemory('Memory of a process that reads a document', memory.document, LIMITS.document),
    atMostMemory('Memory of a process that draws a picture', memory.picture, LIMITS.picture),
  ])
})

interface MostMemory {
  document: number
  picture: number
}

/** Notes the most bytes that each kind of process takes. */
function watchMemory(app: ElectronApplication): Promise<void> {
  return app.evaluate(({ app: electron, BrowserWindow }) => {
    const most = { document: 0, picture: 0 }
    Object.assign(globalThis, { __mostMemory: most })
    const [window] = BrowserWindow.getAllWindows()
    const own = window?.webContents.getOSProcessId()
    setInterval(() => {
      for (const { pid, name, type, memory } of electron.getAppMetrics()) {
        const bytes = memory.workingSetSize * 1024
        if (name === 'Gatehouse documents') most.document = Math.max(most.document, bytes)
        if (type === 'Tab' && pid !== own) most.picture = Math.max(most.picture, bytes)
      }
    }, 100)
  })
}

const mostMemory = (app: ElectronApplication): Promise<MostMemory> =>
  app.evaluate(() => (globalThis as unknown as { __mostMemory: MostMemory }).__mostMemory)

function atMostMemory(what: string, bytes: number, limit: number): Measure {
  const megabytes = (value: number): string => `${Math.round(value / 1e6)} MB`
  return {
    what,
    seen: megabytes(bytes),
    target: `at most ${megabytes(limit)}`,
    isMet: bytes > 0 && bytes <= limit,
  }
}
