import type { Gatehouse } from '../../launch.ts'

export interface Raised {
  title: string
  body: string
  silent: boolean
}

/** Notes the notifications in place of the system's, and has the person look at another program. */
export async function lookElsewhere({ app }: Pick<Gatehouse, 'app'>) {
  await app.evaluate(({ BrowserWindow, Notification }) => {
    const raised: (Raised & { click: () => void })[] = []
    Object.assign(globalThis, { raised })
    Notification.isSupported = () => true
    Notification.prototype.show = function show() {
      const { title, body, silent } = this
      raised.push({ title, body, silent, click: () => this.emit('click') })
    }
    BrowserWindow.getFocusedWindow = () => null
  })
  return {
    raised: () =>
      app.evaluate(() =>
        (globalThis as unknown as { raised: Raised[] }).raised.map(({ title, body, silent }) => ({
          title,
          body,
          silent,
        })),
      ),
    click: () =>
      app.evaluate(() =>
        (globalThis as unknown as { raised: { click: () => void }[] }).raised.at(-1)?.click(),
      ),
  }
}
