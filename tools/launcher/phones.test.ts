import type { networkInterfaces } from 'node:os'
import { expect, test } from 'vitest'
import { forPhones } from './phones.mjs'

const address = (one: string, family: 'IPv4' | 'IPv6', internal: boolean) => ({
  address: one,
  family,
  internal,
  netmask: '',
  mac: '',
  cidr: null,
  ...(family === 'IPv6' ? { scopeid: 0 } : {}),
})
const networks = {
  lo: [address('127.0.0.1', 'IPv4', true)],
  wlan0: [address('192.168.1.20', 'IPv4', false), address('fe80::1', 'IPv6', false)],
} as ReturnType<typeof networkInterfaces>

test('the start names both apps at each address that a phone in the same network reaches, and what https is needed for', () => {
  const lines = forPhones('http://localhost:8080', '0.0.0.0', networks).join('\n')
  expect(lines.match(/http:\S+/g)).toEqual(['http://192.168.1.20:8080/Drive', 'http://192.168.1.20:8080/Ride'])
  expect(lines).toContain('Without https a phone neither keeps an app nor tells where it is')
})

test('a start that listens on this machine alone says how phones reach it', () => {
  expect(forPhones('http://127.0.0.1:8080', '127.0.0.1', networks)).toEqual([
    '  For phones in the same network start it with --host 0.0.0.0.',
  ])
})
