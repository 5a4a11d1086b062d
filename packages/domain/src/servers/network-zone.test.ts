import { expect, it } from 'vitest'
import { networkZoneOf } from './network-zone.ts'

const at = (url: string) => networkZoneOf(new URL(url).hostname)

it.each([
  'http://2130706433/',
  'http://0x7f.1/',
  'http://017700000001/',
  'http://127.1/',
  'http://0/',
  'http://0.0.0.0/',
  'http://localhost./',
  'http://LOCALHOST/',
  'http://a.localhost/',
  'http://[::1]/',
  'http://[::]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::127.0.0.1]/',
  'http://[64:ff9b::127.0.0.1]/',
  'http://[2002:7f00:1::]/',
  'http://127.0.0.1./',
])('%s is this machine', (url) => {
  expect(at(url)).toBe('this-machine')
})

/** @threat launch.disguised-address */
it.each([
  'http://2852039166/',
  'http://169.254.169.254/',
  'http://[::ffff:169.254.169.254]/',
  'http://[::ffff:a9fe:a9fe]/',
  'http://[64:ff9b::a9fe:a9fe]/',
  'http://[::ffff:0:169.254.169.254]/',
  'http://[fd00:ec2::254]/',
  'http://metadata.google.internal./',
  'http://100.100.100.200/',
])('%s hands out credentials of the machine', (url) => {
  expect(at(url)).toBe('metadata')
})

it.each([
  'http://10.0.0.1/',
  'http://0x0a.1/',
  'http://172.16.9.9/',
  'http://192.168.1.1/',
  'http://169.254.1.1/',
  'http://100.64.0.1/',
  'http://198.18.0.1/',
  'http://224.0.0.1/',
  'http://255.255.255.255/',
  'http://[fe80::1]/',
  'http://[fec0::1]/',
  'http://[fc00::1]/',
  'http://[fd12:3456::1]/',
  'http://[::ffff:192.168.0.1]/',
  'http://[64:ff9b::10.0.0.1]/',
  'http://[64:ff9b:1::8.8.8.8]/',
  'http://[2002:c0a8:1::]/',
  'http://printer/',
  'http://nas.local./',
  'http://wiki.corp/',
  'http://router.home.arpa/',
])('%s is in the local network', (url) => {
  expect(at(url)).toBe('local-network')
})

it.each([
  'https://example.com/',
  'https://8.8.8.8/',
  'https://127.example.com/',
  'https://10.example.com/',
  'https://localhost.example.com/',
  'https://[2606:4700::1111]/',
  'https://[64:ff9b::808:808]/',
])('%s is elsewhere', (url) => {
  expect(at(url)).toBe('elsewhere')
})
