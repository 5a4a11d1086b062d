import { AppAt } from '../../app-at.tsx'
import type { Story } from '../../story.tsx'

export const story: Story = {
  title: 'Server: three resources',
  group: 'Servers',
  fullBleed: true,
  standalone: true,
  Body: () => (
    <AppAt
      at={{ section: 'servers', serverId: 'research', serverTab: 'resources' }}
      world={{
        handlers: {
          'server.resources': () => [
            { uri: 'library://readme.md', name: 'readme.md', mimeType: 'text/markdown' },
            { uri: 'library://cover.png', name: 'cover.png', mimeType: 'image/png' },
            { uri: 'library://index.bin', name: 'index.bin' },
          ],
        },
      }}
    />
  ),
}
