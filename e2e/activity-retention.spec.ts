import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, launchGatehouse, test } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { findViolations } from './support/screens/accessibility.ts'
import { allow, cancel, consentText, consentWindow } from './support/consent.ts'
import { takePicture } from './support/results.ts'
import { request } from './support/routes.ts'
import { seedRecords } from './support/models/seed-records.ts'

let userData: string

test.beforeEach(() => {
  userData = mkdtempSync(join(tmpdir(), 'gatehouse-e2e-record-'))
})
test.afterEach(() => rmSync(userData, { recursive: true, force: true, maxRetries: 20 }))

async function chooseRetention(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByRole('combobox', { name: 'Keep activity' }).click()
  await page.getByRole('option', { name, exact: true }).click()
}

test(
  'old activity goes only once the person consented, the rest is whole, and the cut is an entry',
  nightly('audit.chain.retention'),
  async () => {
    await seedRecords(userData, [
      { count: 40, daysAgo: 120, subject: 'ancient' },
      { count: 5, daysAgo: 3, subject: 'recent' },
    ])
    const gatehouse = await launchGatehouse({ userData })
    const { page } = gatehouse
    try {
      await chooseRetention(page, '90 days')
      const window = await consentWindow(page)
      await expect(consentText(window)).toContainText('40 entries are deleted')
      expect(await findViolations(window)).toEqual([])
      await cancel(page)
      expect((await request(page, 'app.settings', {})).auditDays).toBeNull()
      expect((await request(page, 'audit.check', {})).records).toBe(45)
      await chooseRetention(page, '90 days')
      await consentWindow(page)
      await allow(page)
      await expect(page.getByRole('combobox', { name: 'Keep activity' })).toContainText('90 days')
      await expect.poll(async () => (await request(page, 'audit.check', {})).deleted).toBe(40)
      await page.getByRole('button', { name: 'Activity', exact: true }).click()
      await page.getByRole('button', { name: /Old activity deleted/ }).click()
      await expect(page.getByText('40 entries (no. 1 to 40)')).toBeVisible()
      expect(await findViolations(page)).toEqual([])
      await page.getByRole('button', { name: 'Activity record' }).click()
      await page.getByRole('menuitem', { name: 'Verify integrity' }).click()
      const result = page.getByRole('dialog', { name: 'Verify integrity' })
      await expect(result).toContainText('Hash chain intact: 7 entries')
      await expect(result).toContainText('Entries up to number 40 were deleted')
      await expect(result).toContainText('Signatures were not checked')
      expect(await findViolations(page)).toEqual([])
      await takePicture(page, 'activity-verified')
      await page.keyboard.press('Escape')
      await expect(result).toBeHidden()
      await expect(page.getByRole('button', { name: 'Activity record' })).toBeFocused()
      proves('audit.chain.retention')
    } finally {
      await gatehouse.quit()
      await gatehouse.dispose()
    }
    expect(readFileSync(join(userData, 'gatehouse.db')).includes('ancient')).toBe(false)
  },
)
