import type { ServerApps } from '@gatehouse/domain/apps'
import { SAMPLE_NOW } from './sample-now.ts'

/** One interface that was drawn and asks for more than it is given, and one that was not drawn. */
export const sampleServerApps: ServerApps = {
  apps: [
    {
      uri: 'ui://files/browser',
      tools: ['list_directory', 'directory_tree'],
      pin: {
        hash: '5f2b7c91e0a4d8836b1e9a70c25d4f6e8a13b07c9d52e6f4a8b1c3d5e7f90214',
        bytes: 218_400,
        needs: {
          domains: ['https://tiles.example.com', 'https://fonts.example.com'],
          permissions: ['clipboardWrite'],
        },
        at: SAMPLE_NOW - 86_400_000,
        given: {
          access: {
            hosts: [
              {
                scheme: 'https',
                host: 'tiles.example.com',
                isWildcard: false,
                port: 443,
                written: null,
                uses: ['resource'],
              },
            ],
            permissions: [],
          },
          hash: '5f2b7c91e0a4d8836b1e9a70c25d4f6e8a13b07c9d52e6f4a8b1c3d5e7f90214',
          serverIdentity: 'files',
          at: SAMPLE_NOW - 80_000_000,
        },
      },
    },
    { uri: 'ui://files/usage', tools: ['disk_usage'], pin: null },
  ],
  calls: 12,
}
