import type { ConsentRequest } from '@gatehouse/domain'
import { SAMPLE_NOW } from './sample-now.ts'

const host = {
  scheme: 'https' as const,
  isWildcard: false,
  port: 443,
  written: null,
}

/** An interface whose page changed, and that asks for more than it was given. */
export const sampleAppAccess: Extract<ConsentRequest, { kind: 'app-access' }> = {
  kind: 'app-access',
  serverName: 'maps',
  serverHue: 3,
  toolTitle: 'Show route',
  uri: 'ui://maps/route',
  hash: '5f2b7c91e0a4d8836b1e9a70c25d4f6e8a13b07c9d52e6f4a8b1c3d5e7f90214',
  bytes: 218_400,
  access: {
    hosts: [
      { ...host, host: 'tiles.example.com', isWildcard: true, uses: ['resource'] },
      { ...host, host: 'api.example.com', uses: ['connect', 'resource'] },
      { ...host, host: 'xn--pple-43d.com', written: 'аpple.com', port: 8443, uses: ['connect'] },
      { ...host, scheme: 'http', host: '127.0.0.1', port: 8080, uses: ['frame'] },
    ],
    permissions: ['camera', 'clipboardWrite'],
  },
  refused: [
    { text: 'wss://live.example.com', reason: 'socket' },
    { text: 'https://10.0.0.8', reason: 'local' },
    { text: 'geolocation', reason: 'location' },
  ],
  before: {
    access: {
      hosts: [
        { ...host, host: 'api.example.com', uses: ['connect', 'resource'] },
        { ...host, host: 'old.example.com', uses: ['connect'] },
      ],
      permissions: ['clipboardWrite'],
    },
    at: SAMPLE_NOW - 86_400_000,
    isOtherPage: true,
    isOtherServer: false,
  },
  isTemporary: false,
}
