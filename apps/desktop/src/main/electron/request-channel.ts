import { ipcMain, type WebContents } from 'electron'
import type { Result } from '@gatehouse/contract'
import { DROP_CHANNEL, REQUEST_CHANNEL, type DropPurpose } from '@gatehouse/contract/bridge'
import type { SenderGate } from '../ipc/sender-gate.ts'
import type { Log } from '../log.ts'

export interface RequestChannelOptions {
  gate: SenderGate
  /** Of the window with these contents. */
  handleCall(contents: WebContents, route: unknown, input: unknown): Promise<Result<unknown>>
  log: Log
}

/** Receives what a person dropped into a window from its preload script, which no page script reaches. */
export function listenForDrops(
  gate: SenderGate,
  onPaths: (paths: string[], purpose: DropPurpose) => void,
): void {
  ipcMain.on(DROP_CHANNEL, (event, paths: unknown, purpose: unknown) => {
    if (!gate(event) || !Array.isArray(paths)) return
    const texts = paths.filter((path): path is string => typeof path === 'string')
    onPaths(texts, purpose === 'attach' ? 'attach' : 'pick')
  })
}

/** The one door from our windows into main. */
export function openRequestChannel({ gate, handleCall, log }: RequestChannelOptions): void {
  ipcMain.handle(REQUEST_CHANNEL, (event, route: unknown, input: unknown) => {
    if (gate(event)) return handleCall(event.sender, route, input)
    log.warn('A call from a page that is not ours was refused.')
    const refused: Result<never> = {
      ok: false,
      error: {
        code: 'ipc/forbidden',
        message: 'Only windows of Gatehouse may call Gatehouse.',
        data: {},
      },
    }
    return refused
  })
}
