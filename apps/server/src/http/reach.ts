import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

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

const kindOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Networks as the environment names them: `10.0.0.0/8`. */
export const networkList = (networks: readonly string[]): BlockList => {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    list.addSubnet(address, Number(bits), kindOf(address))
  }
  return list
}

export const isOwnMachine = (host: string): boolean =>
  host === 'localhost' || (isIP(host) !== 0 && loopback.check(host, kindOf(host)))

/**
 * May the server call an address that somebody has typed into the portal? Public ones, and what `named` lists. IPv4
 * addresses written as IPv6 are looked at as what they are.
 */
export const mayReach = (named: BlockList, ownMachine: boolean, address: string): boolean => {
  const plain = address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
  const kind = kindOf(plain)
  if (named.check(plain, kind)) return true
  if (never.check(plain, kind)) return false
  if (loopback.check(plain, kind)) return ownMachine
  return !inside.check(plain, kind)
}

/**
 * For connections: what names an address is looked at when it is connected to, so that a name cannot lead elsewhere
 * afterwards.
 */
export const lookupWithin =
  (may: (address: string) => boolean, refused: (host: string) => Error): LookupFunction =>
  (host, options, done) =>
    lookup(host, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return done(error, '')
      if (!addresses.every(({ address }) => may(address))) return done(refused(host), '')
      const [first] = addresses
      return options.all === true ? done(null, addresses) : done(null, first?.address ?? '', first?.family)
    })
