import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { changeLanguage, inspect } from './support/inspect.ts'
import { connectScripted, requestTexts } from './support/models/models.ts'

const documents = new URL('../packages/documents/fixtures/', import.meta.url)
const pictures = new URL('../apps/desktop/src/main/pictures/fixtures/', import.meta.url)
const file = (name: string, url: URL) => ({ name, mimeType: '', buffer: readFileSync(url) })
const table = file('工资.csv', new URL('samples/gb18030.csv', documents))
const workbook = file('sales.xlsx', new URL('sales.xlsx', documents))
const scans = file('scans.pdf', new URL('scans.pdf', documents))
const photos = Array.from({ length: 10 }, (_none, at) =>
  at < 2
    ? file(`IMG_${at}.heic`, new URL('photo.heic', pictures))
    : file(`IMG_${at}.jpg`, new URL('photo.jpg', pictures)),
)

const tray = (page: Page) => page.getByTestId('attachment-tray')
const attach = (page: Page, files: ReturnType<typeof file>[]) =>
  page.getByTestId('file-input').setInputFiles(files)

async function ask(page: Page, question: string): Promise<void> {
  await page.getByTestId('composer').fill(question)
  await page.getByTestId('send').click({ timeout: 60_000 })
  await expect(page.getByTestId('assistant-message').last()).toContainText('Seen.')
}

/** Shows in the last message what was sent of a file. */
async function openSent(page: Page, name: string) {
  await page.getByTestId('attached-chip').filter({ hasText: name }).last().click()
  return page.getByTestId('attached').last()
}

const words = {
  en: {
    scan: 'PDF · 3 pages · pictures of 2 pages',
    page: 'Page 3',
    pictures: 'Send pages without text as pictures',
    sheets: 'Excel · 3 sheets',
    folder: 'Attach a folder',
    tree: 'Files of site',
    ignored: '1 ignored entry',
    attach: 'Attach 40 files',
  },
  'zh-CN': {
    scan: 'PDF · 3 页 · 2 页的图片',
    page: '第 3 页',
    pictures: '没有文本的页以图片发送',
    sheets: 'Excel · 3 个工作表',
    folder: '添加文件夹',
    tree: '“site”中的文件',
    ignored: '1 个被忽略的项',
    attach: '添加 40 个文件',
  },
} as const

test(
  'a scan is shown and sent as pictures of its pages to a model that does not take the file',
  nightly('chat.documents.scan'),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    const say = words.en
    const model = await connectScripted(page, 'chat', [{ text: 'Seen.' }])
    await attach(page, [scans])
    await expect(tray(page)).toContainText(say.scan, { timeout: 60_000 })
    await page.getByRole('button', { name: 'scans.pdf', exact: true }).click()
    const preview = page.getByRole('group', { name: 'scans.pdf' }).first()
    // Only what is in view is drawn.
    await preview.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    const drawn = preview.getByRole('img', { name: say.page })
    await expect
      .poll(() =>
        drawn.evaluate((image: HTMLImageElement) => image.naturalWidth > image.naturalHeight),
      )
      .toBe(true)
    // A little of each page is dark: it has letters, and is neither empty nor black.
    const shares = await preview.getByRole('img').evaluateAll((images) =>
      (images as HTMLImageElement[]).map((image) => {
        const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight)
        const context = canvas.getContext('2d')
        context?.drawImage(image, 0, 0)
        const { data = [] } = context?.getImageData(0, 0, canvas.width, canvas.height) ?? {}
        return (
          [...data].filter((value, at) => at % 4 === 0 && value < 128).length / (data.length / 4)
        )
      }),
    )
    expect(shares.map((share) => share > 0.003 && share < 0.2)).toEqual([true, true])
    await expect(preview.getByRole('checkbox', { name: say.pictures })).toBeChecked()
    await ask(page, 'What does it say?')
    const [sent = ''] = requestTexts(model).slice(-1)
    expect(sent.match(/data:image\/(?:png|jpeg);base64/g)).toHaveLength(2)
    expect(sent).toContain('Typed on the second page')
    const shown = await openSent(page, 'scans.pdf')
    await shown.getByText(say.page, { exact: true }).scrollIntoViewIfNeeded()
    await expect(shown.getByRole('img')).toHaveCount(2)
    proves('chat.documents.scan')
  },
)

/** A folder with 40 files, and one that its ignore file names. */
function folderOfFiles(root: string): string {
  const folder = join(root, 'site')
  mkdirSync(join(folder, 'src/pages'), { recursive: true })
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  write('.gitignore', 'debug.log\n')
  write('debug.log', 'left out')
  write('README.md', '# Site')
  for (let at = 1; at < 20; at += 1) write(`src/part-${at}.ts`, `export const part = ${at}\n`)
  for (let at = 0; at < 20; at += 1) write(`src/pages/页面-${at}.tsx`, `// page ${at}\n`)
  return folder
}

for (const language of ['en', 'zh-CN'] as const) {
  const say = words[language]

  test(
    `in ${language} a table in GBK, a workbook, a scan and ten photos are attached, asked about and sent as shown`,
    nightly(`chat.everyday-files.${language}`),
    async ({ gatehouse }) => {
      test.setTimeout(300_000)
      const { page } = gatehouse
      const model = await connectScripted(page, 'chat', [{ text: 'Seen.' }, { text: 'Seen.' }])
      const lastSent = () => requestTexts(model).at(-1) ?? ''
      await changeLanguage(page, language)

      await attach(page, [table, workbook, scans])
      await expect(tray(page)).toContainText(say.scan, { timeout: 60_000 })
      await expect(tray(page)).toContainText(say.sheets)
      await expect(tray(page)).toContainText('GB 18030')
      await page.getByRole('button', { name: 'scans.pdf', exact: true }).click()
      const faults = await inspect(gatehouse, `${language}/document-scan`)
      await ask(page, 'Sum up')
      for (const part of [
        '李四',
        '| 西湖湖滨店 | 2019-05-06 |',
        'Costs',
        'Typed on the second page',
      ])
        expect(lastSent()).toContain(part)
      expect(lastSent().match(/data:image\//g)).toHaveLength(2)
      await expect(await openSent(page, '工资.csv')).toContainText('张三,销售部,12000')

      await attach(page, photos)
      await expect(tray(page).getByRole('listitem').filter({ hasText: '1536 × 2048' })).toHaveCount(
        10,
        { timeout: 120_000 },
      )
      await ask(page, 'Which is best?')
      // Pictures of earlier messages are sent with it.
      expect(lastSent().match(/data:image\//g)).toHaveLength(12)
      // With its place, no file is sent itself.
      for (const { buffer } of photos)
        expect(lastSent().includes(buffer.toString('base64'))).toBe(false)
      expect(faults).toEqual([])
      proves(`chat.everyday-files.${language}`)
    },
  )

  test(
    `in ${language} a folder of 40 files is chosen in its tree, attached, asked about and sent as shown`,
    nightly(`chat.everyday-files.folder-${language}`),
    async ({ gatehouse }) => {
      test.setTimeout(300_000)
      const { app, page } = gatehouse
      const model = await connectScripted(page, 'chat', [{ text: 'Seen.' }])
      await changeLanguage(page, language)
      const root = mkdtempSync(join(tmpdir(), 'gatehouse-folder-'))
      try {
        const folder = folderOfFiles(root)
        await app.evaluate(({ dialog }, picked) => {
          dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [picked] })
        }, folder)
        await page.getByRole('button', { name: say.folder }).click()
        const tree = page.getByRole('tree', { name: say.tree })
        await expect(tree).toContainText('README.md')
        await expect(page.getByRole('dialog')).toContainText(say.ignored)
        const faults = await inspect(gatehouse, `${language}/folder-files`)
        await page.getByRole('button', { name: say.attach }).click()
        await expect(tray(page).getByRole('listitem').filter({ hasText: '.tsx' })).toHaveCount(20, {
          timeout: 60_000,
        })
        faults.push(...(await inspect(gatehouse, `${language}/folder-files-attached`)))
        await ask(page, 'What is this site?')
        const [sent = ''] = requestTexts(model).slice(-1)
        expect(new Set(sent.match(/site\/src\/pages\/页面-\d+\.tsx/g)).size).toBe(20)
        expect(sent).toContain('export const part = 19')
        expect(sent).not.toContain('left out')
        await expect(await openSent(page, 'part-7.ts')).toContainText('export const part = 7')
        expect(faults).toEqual([])
      } finally {
        rmSync(root, { recursive: true, force: true })
      }
      proves(`chat.everyday-files.folder-${language}`)
    },
  )
}
