import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { nightly } from './nightly.ts'
import { expect, test } from './launch.ts'
import { proves } from './proves.ts'
import { changeLanguage, inspect } from './support/inspect.ts'
import { connectScripted } from './support/models/models.ts'

const fixture = (name: string) => ({
  name,
  mimeType: '',
  buffer: readFileSync(new URL(`../packages/documents/fixtures/${name}`, import.meta.url)),
})

const tray = (page: Page) => page.getByTestId('attachment-tray')

const words = {
  en: {
    sheets: 'Excel · 3 sheets',
    some: 'Excel · 2 of 3 sheets',
    pages: 'PDF · sent as file · 2 pages',
    field: 'Pages to send',
    apply: 'Apply',
    page: 'PDF · 1 of 2 pages',
    locked: 'This document needs a password.',
    scan: 'PDF · sent as file · 1 page',
  },
  'zh-CN': {
    sheets: 'Excel · 3 个工作表',
    some: 'Excel · 2 / 3 个工作表',
    pages: 'PDF · 以文件发送 · 2 页',
    field: '要发送的页',
    apply: '应用',
    page: 'PDF · 1 / 2 页',
    locked: '此文档需要密码。',
    scan: 'PDF · 以文件发送 · 1 页',
  },
} as const

for (const language of ['en', 'zh-CN'] as const)
  test(
    `in ${language} a workbook and a PDF are attached, looked at, chosen from and sent as shown`,
    language === 'zh-CN' ? nightly(`chat.documents.${language}`) : {},
    async ({ gatehouse }) => {
      const { page } = gatehouse
      const say = words[language]
      const model = await connectScripted(page, 'messages', [{ text: 'West Lake grew.' }])
      await changeLanguage(page, language)
      const files = ['sales.xlsx', 'slides.pdf', 'scan.pdf', 'password.pdf'].map(fixture)
      await page.getByTestId('file-input').setInputFiles(files)
      await expect(tray(page)).toContainText(say.sheets, { timeout: 60_000 })
      await expect(tray(page)).toContainText(say.pages, { timeout: 60_000 })
      await expect(tray(page)).toContainText(say.scan, { timeout: 60_000 })
      await expect(tray(page).getByRole('alert')).toContainText(say.locked, { timeout: 60_000 })

      await page.getByRole('button', { name: 'sales.xlsx', exact: true }).click()
      const preview = page.getByRole('group', { name: 'sales.xlsx' }).first()
      await expect(preview).toContainText('| 西湖湖滨店 | 2019-05-06 | 182.4 | 246.8 | 35.3% |')
      await preview.getByRole('checkbox', { name: 'Costs' }).click()
      await expect(tray(page)).toContainText(say.some, { timeout: 60_000 })
      await expect(preview).not.toContainText('rent')
      const faults = await inspect(gatehouse, `${language}/document-sheets`)

      await page.getByRole('button', { name: 'slides.pdf', exact: true }).click()
      await page.getByRole('textbox', { name: say.field }).fill('2')
      await page.getByRole('button', { name: say.apply, exact: true }).click()
      await expect(tray(page)).toContainText(say.page, { timeout: 60_000 })
      const pages = page.getByRole('group', { name: 'slides.pdf' }).first()
      await expect(pages).toContainText('Next steps')
      await expect(pages).not.toContainText('Growth')
      expect([...faults, ...(await inspect(gatehouse, `${language}/document-pages`))]).toEqual([])

      await page.getByTestId('composer').fill('Which grew?')
      await page.getByTestId('send').click()
      await expect(page.getByTestId('assistant-message').last()).toContainText('West Lake grew.')
      const sent = JSON.stringify(model.requests.findLast(({ method }) => method === 'POST')?.body)
      expect(sent).toContain('| 西湖湖滨店 | 2019-05-06 | 182.4 | 246.8 | 35.3% |')
      expect(sent).toContain('Next steps')
      expect(sent).not.toMatch(/rent|Growth|endobj/)
      // The scan goes whole, the PDF of which a page was chosen as text.
      expect(sent).toContain(fixture('scan.pdf').buffer.toString('base64'))
      expect(sent).not.toContain(fixture('slides.pdf').buffer.toString('base64'))
      await page.getByTestId('attached-chip').first().click()
      await expect(page.getByTestId('attached')).toContainText(say.some)
      await expect(page.getByTestId('attached')).toContainText('西湖湖滨店')
      proves(`chat.documents.${language}`)
    },
  )
