import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { afterEach, expect, it } from 'vitest'
import { isAlive, processTree, waitUntilGone } from './process-tree.ts'

const started: ChildProcess[] = []

function start(command: string, args: string[]): number {
  const child = spawn(command, args, { stdio: 'ignore' })
  started.push(child)
  if (child.pid === undefined) {
    throw new Error(`${command} did not start`)
  }
  return child.pid
}

afterEach(() => {
  for (const child of started.splice(0)) {
    child.kill('SIGKILL')
  }
})

it('finds grandchildren, whose parent is not the process asked about', async () => {
  const shell = start('sh', ['-c', 'sh -c "sleep 30; true" ; true'])
  await expect.poll(() => processTree(shell).length).toBe(3)
  const tree = processTree(shell)
  expect(tree[0]).toBe(shell)
  for (const pid of tree) {
    process.kill(pid, 'SIGKILL')
  }
  await waitUntilGone(tree, 2000)
  expect(processTree(shell)).toEqual([])
})

it('counts a zombie as gone, or a killed server would seem to live until it is reaped', async () => {
  // The shell becomes a `sleep`, which never waits for the child it inherits.
  const parent = start('sh', ['-c', 'sleep 1 & exec sleep 30'])
  await expect.poll(() => processTree(parent).length).toBe(2)
  const [, child] = processTree(parent)
  await waitUntilGone([child ?? parent], 5000)
  expect(existsSync(`/proc/${child}`)).toBe(true)
  expect(isAlive(parent)).toBe(true)
})

it('names the survivors with their command lines', async () => {
  const pid = start('sleep', ['31'])
  await expect(waitUntilGone([pid, 2 ** 22 + 1], 60)).rejects.toThrow(
    `Still running after 60 ms: ${pid} (sleep 31)`,
  )
})
