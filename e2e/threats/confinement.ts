import type { Threat } from './threat.ts'

const CONFINEMENT = 'e2e/confinement.spec.ts'

/** What leaves the window, the app or its servers although nobody allowed it to. */
export const threats: Threat[] = [
  {
    id: 'confinement.webrtc',
    attacker: 'page',
    tries:
      'A script in the window sends data by WebRTC, over UDP or through a TURN relay over TCP.',
    stoppedBy:
      'WebRTC may use UDP only through a proxy, and the one proxy of every session is a closed port.',
    tests: [
      {
        file: CONFINEMENT,
        title: 'nothing that a script of the page tries reaches a listener, WebRTC included',
      },
      {
        file: CONFINEMENT,
        title: 'every session of the browser has a proxy that leads nowhere, for loopback too',
      },
    ],
  },
  {
    id: 'confinement.names',
    attacker: 'page',
    tries:
      'A script in the window spells a secret in a host name that the browser looks up ahead of time.',
    stoppedBy: 'Looking up names ahead of time is turned off, for headers, links and the browser.',
    tests: [
      {
        file: CONFINEMENT,
        title: 'neither the window nor the browser below it sends a packet or looks up a name',
      },
    ],
  },
  {
    id: 'confinement.background',
    attacker: 'program',
    tries: 'The browser below the app calls home by itself: updates, probes, look-ups, multicast.',
    stoppedBy:
      'Nothing of that is part of the app, and what Chromium would still send is turned off; packets are counted on a network of its own.',
    tests: [
      {
        file: CONFINEMENT,
        title: 'neither the window nor the browser below it sends a packet or looks up a name',
      },
      {
        file: CONFINEMENT,
        title: 'main still finds the system proxy by a PAC file',
      },
    ],
  },
  {
    id: 'confinement.proxy-password',
    attacker: 'server',
    tries:
      'A server on this computer reads the user name and password of the proxy in its environment.',
    stoppedBy:
      'They are taken out of every proxy variable but those that the person wrote for that server, and its log says so.',
    tests: [
      {
        file: 'packages/mcp/src/network/network.test.ts',
        title:
          'the user name and password of a proxy are not handed to a program, and its log says so',
      },
    ],
  },
]
