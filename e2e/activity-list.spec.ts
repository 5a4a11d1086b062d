import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, launchGatehouse, test, type Gatehouse } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { findViolations } from './support/screens/accessibility.ts'
import { longestTaskDuring } from './support/window-tasks.ts'
import { seedRecords } from './support/models/seed-records.ts'

const ROWS = 100_000

let userData: string
let gatehouse: Gatehouse

test.beforeEach(async () => {
  // In memory where that can be: each record is written through to the disk.
  const place = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
  userData = mkdtempSync(join(place, 'gatehouse-e2e-inbox-'))
  await seedRecords(userData, [
    { count: 7, daysAgo: 200, subject: '发布说明 needle' },
    { count: ROWS, daysAgo: 3, subject: 'read' },
  ])
  gatehouse = await launchGatehouse({ userData })
})
test.afterEach(async () => {
  await gatehouse.dispose()
  rmSync(userData, { recursive: true, force: true, maxRetries: 20 })
})

test(
  'a record of 100,000 is listed, read on while it is scrolled, searched and narrowed',
  nightly('audit.inbox.any-length'),
  async () => {
    const { page } = gatehouse
    const list = page.getByRole('navigation', { name: 'Activity', exact: true })
    const rows = list.locator('[data-list-row]')
    const field = page.getByRole('searchbox', { name: 'Search activity' })
    const reading = await longestTaskDuring(page, async () => {
      await page.getByRole('button', { name: 'Activity', exact: true }).click()
      await expect(list.getByText(`read ${ROWS + 7}`, { exact: true })).toBeVisible()
      expect(await rows.count()).toBeLessThan(100)
      // Far down, page after page.
      for (let times = 0; times < 12; times += 1) {
        await rows.first().hover()
        await page.mouse.wheel(0, 20_000)
        await page.waitForTimeout(50)
      }
      await expect(list.getByText(`read ${ROWS + 7}`, { exact: true })).toBeHidden()
      expect(await rows.count()).toBeLessThan(100)

      await field.fill('NEEDLE 7')
      await expect(list.getByText('发布说明 needle 7')).toBeVisible()
      await field.fill('发布')
      await expect(list.getByText('发布说明 needle 1')).toBeVisible()
      await expect(rows).toHaveCount(7)
      await list.getByText('发布说明 needle 3').click()
      await expect(page.getByRole('heading', { name: '发布说明 needle 3' })).toBeVisible()
    })
    expect(await findViolations(page)).toEqual([])
    const narrowing = await longestTaskDuring(page, async () => {
      await page.getByRole('combobox', { name: 'Show' }).click()
      await page.getByRole('option', { name: 'Sign-ins' }).click()
      await expect(page.getByText('No matches')).toBeVisible()
      await field.fill('')
      await expect(page.getByText('No matches')).toBeVisible()
      await page.getByRole('combobox', { name: 'Show' }).click()
      await page.getByRole('option', { name: 'Tool calls' }).click()
      await expect(list.getByText(`read ${ROWS + 7}`, { exact: true })).toBeVisible()
    })
    expect(Math.max(reading, narrowing)).toBeLessThan(250)
    proves('audit.inbox.any-length')
  },
)
