import type { Ask } from '@gatehouse/domain'
import { createManualClock } from '@gatehouse/host/testing'
import { beforeEach, expect, it } from 'vitest'
import { createAppTray, REDRAW_MS, type AppTray } from './app-tray.ts'
import { trayModel, type TrayAction, type TrayModel } from './tray-menu.ts'

let drawn: TrayModel[]
let press: (action: TrayAction) => void
let done: string[]
let tray: AppTray
let locale: string
let made: number
let hasTray: boolean
let clock: ReturnType<typeof createManualClock>

beforeEach(() => {
  clock = createManualClock()
  drawn = []
  done = []
  locale = 'en'
  made = 0
  hasTray = true
  press = () => undefined
  tray = createAppTray({
    makeIcon(onAction) {
      made += 1
      press = onAction
      if (!hasTray) return null
      return {
        draw: (model) => void drawn.push(model),
        remove: () => void done.push('removed'),
      }
    },
    after: (ms, task) => clock.after(ms, task),
    locale: () => locale,
    show: () => void done.push('show'),
    showQuick: () => void done.push('quick'),
    open: (id) => void done.push(id),
    setNotifications: (on) => void done.push(`notifications ${String(on)}`),
    quit: () => void done.push('quit'),
  })
})

const ask = (id: string, status: 'pending' | 'answered' = 'pending'): Ask => ({
  id,
  kind: 'roots',
  serverId: 's1',
  serverName: 'notes',
  serverHue: 0,
  createdAt: 0,
  state: status === 'pending' ? { status } : { status, at: 1, outcome: 'accept' },
  causes: [],
  folders: [],
})

it('counts what waits, and shows the oldest of it without answering', () => {
  tray.follow({ notifications: true })
  expect(drawn.at(-1)?.entries[1]).toMatchObject({ enabled: false })
  tray.note(ask('a1'))
  tray.note(ask('a2'))
  clock.advance(REDRAW_MS)
  expect(drawn.at(-1)).toMatchObject({
    waiting: 2,
    tooltip: 'Gatehouse: 2 requests are waiting',
  })
  press('show-waiting')
  expect(done).toEqual(['show', 'a1'])
  tray.note(ask('a1', 'answered'))
  press('show-waiting')
  expect(done.slice(2)).toEqual(['show', 'a2'])
  tray.note(ask('a2', 'answered'))
  press('show-waiting')
  expect(done.slice(4)).toEqual(['show'])
  clock.advance(REDRAW_MS)
  expect(drawn.at(-1)).toMatchObject({ waiting: 0, tooltip: 'Gatehouse' })
})

it('offers to show, to be quiet and to quit, and nothing that decides an ask', () => {
  tray.follow({ notifications: true })
  expect(
    trayModel({ waiting: 3, isQuiet: false }, 'en').entries.map(({ action }) => action),
  ).toEqual(['show', 'show-waiting', 'quick', 'quiet', 'quit'])
  press('show')
  press('quit')
  expect(done).toEqual(['show', 'quit'])
})

it('opens quick ask', () => {
  tray.follow({ notifications: true })
  press('quick')
  expect(done).toEqual(['quick'])
})

it('turns notifications off and on again', () => {
  tray.follow({ notifications: true })
  expect(drawn.at(-1)?.entries[3]).toMatchObject({ checked: false })
  press('quiet')
  tray.follow({ notifications: false })
  clock.advance(REDRAW_MS)
  expect(drawn.at(-1)?.entries[3]).toMatchObject({ checked: true })
  press('quiet')
  expect(done).toEqual(['notifications false', 'notifications true'])
})

it('is drawn again only when it changed, in the language of the interface', () => {
  tray.follow({ notifications: true })
  tray.note(ask('a1'))
  tray.note(ask('a1'))
  clock.advance(REDRAW_MS)
  expect(drawn).toHaveLength(2)
  clock.advance(REDRAW_MS)
  locale = 'zh-CN'
  tray.follow({ notifications: true })
  expect(drawn.at(-1)?.entries.map(({ label }) => label)).toEqual([
    '显示 Gatehouse',
    '查看等你处理的请求（1 个）',
    '快速提问',
    '勿扰',
    '退出 Gatehouse',
  ])
  tray.close()
  expect(done).toEqual(['removed'])
})

it('hundreds of asks in a moment are drawn twice: the first, and all of them', () => {
  tray.follow({ notifications: true })
  clock.advance(REDRAW_MS)
  for (let count = 0; count < 300; count += 1) tray.note(ask(`a${count}`))
  expect(drawn.map(({ waiting }) => waiting)).toEqual([0, 1])
  clock.advance(REDRAW_MS)
  expect(drawn.map(({ waiting }) => waiting)).toEqual([0, 1, 300])
  clock.advance(REDRAW_MS)
  expect(drawn).toHaveLength(3)
})

it('is drawn no more once it is closed, though asks are withdrawn after that', () => {
  tray.note(ask('a1'))
  tray.close()
  const before = drawn.length
  tray.note(ask('a1', 'answered'))
  tray.close()
  expect(drawn).toHaveLength(before)
  expect({ made, done }).toEqual({ made: 1, done: ['removed'] })
})

it('is not made at all where it is closed before it was drawn', () => {
  tray.close()
  tray.note(ask('a1'))
  expect({ made, done }).toEqual({ made: 0, done: [] })
})

it('is tried once where there is no tray', () => {
  hasTray = false
  tray.note(ask('a1'))
  tray.note(ask('a2'))
  tray.close()
  expect({ made, drawn, done }).toEqual({ made: 1, drawn: [], done: [] })
})
