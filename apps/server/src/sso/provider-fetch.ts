import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import type { FetchBody } from 'openid-client'
import { Agent, fetch as fetchWith } from 'undici'
import type { Config } from '../config.ts'
import { traceHeaders } from '../context/span.ts'
import { environmentFor } from '../http/authenticate.ts'

/** Bytes that an answer may have. */
const LARGEST = 1_000_000

/** Where clouds keep the keys of their machines, and what is no address of one machine: never called. */
const never = new BlockList()
never.addSubnet('169.254.0.0', 16)
never.addSubnet('0.0.0.0', 8)
never.addSubnet('224.0.0.0', 3)
never.addSubnet('fe80::', 10, 'ipv6')
never.addSubnet('ff00::', 8, 'ipv6')
never.addAddress('::', 'ipv6')

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/** Networks of a house's own. */
const inside = new BlockList()
inside.addSubnet('10.0.0.0', 8)
inside.addSubnet('172.16.0.0', 12)
inside.addSubnet('192.168.0.0', 16)
inside.addSubnet('100.64.0.0', 10)
inside.addSubnet('192.0.0.0', 24)
inside.addSubnet('198.18.0.0', 15)
inside.addSubnet('fc00::', 7, 'ipv6')
inside.addSubnet('64:ff9b::', 96, 'ipv6')

type Rules = Pick<Config, 'providerNetworks' | 'environment' | 'publicUrl' | 'host'>

const named = ({ providerNetworks }: Rules): BlockList => {
  const list = new BlockList()
  for (const network of providerNetworks) {
    const [address = '', bits] = network.split('/')
    list.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4')
  }
  return list
}

/** A provider on the machine itself is for trying things out. */
const forTrying = (rules: Rules): boolean => ['dev', 'demo'].includes(environmentFor(rules))

/** May the server call this address? IPv4 addresses written as IPv6 are looked at as what they are. */
const mayCall = (rules: Rules, list: BlockList, address: string): boolean => {
  const plain = address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
  const kind = isIP(plain) === 6 ? 'ipv6' : 'ipv4'
  if (list.check(plain, kind)) return true
  if (never.check(plain, kind)) return false
  if (loopback.check(plain, kind)) return forTrying(rules)
  return !inside.check(plain, kind)
}

export class AddressRefused extends Error {}

const refused = (host: string): AddressRefused =>
  new AddressRefused(`${host} is in a network that providers must not be in. See AMBIT_SSO_NETWORKS`)

/** Plain HTTP only on the machine itself, where that is allowed. */
export const refuseAddress = (rules: Rules, url: URL): void => {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const local = host === 'localhost' || (isIP(host) !== 0 && loopback.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4'))
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && local && forTrying(rules)))
    throw new AddressRefused(`${url.origin} must begin with https`)
  if (url.username !== '' || url.password !== '') throw new AddressRefused('The address must hold no password')
  if (isIP(host) !== 0 && !mayCall(rules, named(rules), host)) throw refused(host)
}

/** The client sends forms alone. */
const textOf = (body: FetchBody | undefined): string | null => {
  if (body instanceof URLSearchParams) return body.toString()
  return typeof body === 'string' ? body : null
}

/**
 * Calls providers. What names an address is looked at when it is connected to, so that a name cannot lead elsewhere
 * afterwards; no redirect is followed.
 */
export const providerFetch = (rules: Rules, signal: AbortSignal) => {
  const list = named(rules)
  const checked: LookupFunction = (host, options, done) =>
    lookup(host, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return done(error, '')
      if (!addresses.every(({ address }) => mayCall(rules, list, address))) return done(refused(host), '')
      const [first] = addresses
      return options.all === true ? done(null, addresses) : done(null, first?.address ?? '', first?.family)
    })
  const dispatcher = new Agent({ connect: { lookup: checked }, maxResponseSize: LARGEST, pipelining: 0 })
  return async (url: string, options: { method: string; headers: Record<string, string>; body?: FetchBody }) => {
    refuseAddress(rules, new URL(url))
    const answer = await fetchWith(url, {
      method: options.method,
      headers: { ...options.headers, ...traceHeaders(), 'accept-encoding': 'identity' },
      body: textOf(options.body),
      redirect: 'manual',
      signal,
      dispatcher,
    })
    // The largest size is that of what comes: a small answer may unpack to a gigabyte.
    if (answer.headers.has('content-encoding')) {
      await answer.body?.cancel()
      throw new AddressRefused(`${new URL(url).host} compresses its answers without being asked to`)
    }
    // Read here, so that the deadline and the largest size hold for the whole of it.
    return new Response([204, 304].includes(answer.status) ? null : await answer.text(), {
      status: answer.status,
      headers: [...answer.headers],
    })
  }
}
