import { expect, it } from 'vitest'
import { connectStdio } from './connected-client.ts'
import { serverEverythingPath, serverFilesystemPath } from './fixture-paths.ts'

it('resolves the reference servers to scripts that serve', async () => {
  const commands = [
    { args: [serverEverythingPath(), 'stdio'], tool: 'get-sum' },
    { args: [serverFilesystemPath(), import.meta.dirname], tool: 'list_directory' },
  ]
  for (const { args, tool } of commands) {
    const connected = await connectStdio({ command: process.execPath, args })
    const { tools } = await connected.client.listTools()
    expect(tools.map(({ name }) => name)).toContain(tool)
    await connected.close()
  }
})
